import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { Places } from "../read/places.js";
import type { ManifestTest } from "./manifest.js";
import type { SharedDefinition } from "./shared-definition.js";

/**
 * A tool with all defaults resolved: the interface between the front end, which understands manifests, and the
 * emitters, which only print this. Plain data: threads can exchange it and the cache can store it.
 */
export interface ToolModel {
  /** The tool as data; the catalogue is the list of these. */
  readonly spec: ToolSpec;
  /** Its names in generated code. */
  readonly names: ToolNames;
  /** JSON Schema of what the implementation receives: the input with injected parameters. */
  readonly paramsSchema: JsonSchemaObject;
  /** Definitions in other files that its schemas reference. */
  readonly shared?: readonly SharedDefinition[];
  /** The place of each part in the manifest. */
  readonly origin: Origin;
  /** Tests for `toolkiln test`. */
  readonly tests?: readonly ManifestTest[];
}

/** The names of one tool in generated code. */
export interface ToolNames {
  /** Name of its files, without extension. */
  readonly file: string;
  /** The contract constant. */
  readonly contract: string;
  readonly input: string;
  readonly params: string;
  readonly data: string;
  /** The injected parameters. */
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
  /** The places that model rules report. */
  readonly places: Places;
}
