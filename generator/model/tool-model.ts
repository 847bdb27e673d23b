import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { Places } from "../read/places.js";
import type { ManifestTest } from "./manifest.js";
import type { SharedDefinition } from "./shared-definition.js";

/**
 * A tool with everything decided: what stands between the front end, which understands manifests, and the
 * emitters, which only write down what they find here. It is plain data: it crosses threads and lies in the cache as it is.
 */
export interface ToolModel {
  /** The tool as data; the catalogue is the list of these. */
  readonly spec: ToolSpec;
  /** What things are called in generated code. */
  readonly names: ToolNames;
  /** What things were called under the tool's former ids. */
  readonly formerNames?: readonly ToolNames[];
  /** JSON Schema of what the implementation receives: the input with injected parameters. */
  readonly paramsSchema: JsonSchemaObject;
  /** The definitions of other files that its schemas refer to. */
  readonly shared?: readonly SharedDefinition[];
  /** Where in its manifest each part comes from. */
  readonly origin: Origin;
  /** What `toolkiln test` executes. */
  readonly tests?: readonly ManifestTest[];
}

/** The names of one tool in generated code. */
export interface ToolNames {
  /** Name of its files, without extension. */
  readonly file: string;
  /** The constant that holds the contract. */
  readonly contract: string;
  readonly input: string;
  readonly params: string;
  readonly data: string;
  /** What the application supplies. */
  readonly injected: string;
  readonly base: string;
  readonly validateParams: string;
  readonly matchRules: string;
  readonly validateData: string;
}

/** The manifest that a model was lowered from. */
export interface Origin {
  /** Relative to the project. */
  readonly file: string;
  /** Where the parts stand that rules over all tools report on. */
  readonly places: Places;
}
