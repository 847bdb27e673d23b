import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { Places } from "../read/places.js";
import type { ManifestTest } from "./manifest.js";
import type { Place } from "../read/manifest-source.js";

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
  /** Its manifest, and the places that rules report. */
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
  /** The places that rules for tool models report. */
  readonly places: Places;
}

/**
 * A definition outside a manifest that its schemas reference, with its names in generated code. It is generated once for
 * all tools. Plain data.
 */
export interface SharedDefinition {
  /** Its name in the `$defs` of every schema that references it. */
  readonly name: string;
  readonly pointer: string;
  readonly place: Place;
  readonly file: string;
  readonly type: string;
  /** The type with its defaults filled in, where it has any. */
  readonly filledType: string;
  readonly schema: string;
  readonly validate: string;
  readonly match: string;
  readonly fill: string;
}

/** A tool in a listing. */
export type ToolSummary = Required<
  Pick<ToolSpec, "id" | "wireName" | "name" | "category" | "risk" | "kind" | "tags">
>;

export function summarizeTool(tool: Pick<ToolSpec, keyof ToolSummary>): ToolSummary {
  const { id, wireName, name, category, risk, kind, tags = [] } = tool;
  return { id, wireName, name, category, risk, kind, tags };
}
