import type { RiskLevel } from "@toolkiln/runtime";
import type { ToolHints } from "@toolkiln/runtime/vocabulary";
import type { SourcePlace } from "./source/import-report.js";
import type { MutableObject } from "./source/part.js";

/** A tool as every source describes it, before it becomes a manifest and an implementation. */
export interface ImportedTool {
  /** What the source calls it; the id follows from it. */
  readonly name: string;
  /** Whether models keep seeing the source's name, where it differs from the id. */
  readonly keepsName?: boolean;
  readonly title?: string;
  readonly description: string;
  /** @default "custom" */
  readonly category?: string;
  /** Undefined when the source does not reveal it. */
  readonly risk?: RiskLevel;
  readonly tags?: readonly string[];
  /** JSON Schema of the parameters. */
  readonly schema: MutableObject;
  /** JSON Schema of the data; empty when nothing is known of it. */
  readonly result: MutableObject;
  readonly hints?: ToolHints;
  readonly deprecated?: string;
  /** Where it comes from, in one line: `GET /pets in petstore.yaml`. */
  readonly origin: string;
  readonly place: SourcePlace;
  /** Without one an author has to write it. */
  readonly implementation?: Implementation;
}

/** What the implementation of a tool does. */
export interface Implementation {
  /** What it imports: exports of files of the tools folder, or of files with absolute paths. */
  readonly uses: readonly { readonly name: string; readonly file: string }[];
  /** The arguments that it takes. */
  readonly takes: "" | "params" | "params, context";
  /** Its statements. `used` is the name of the first import; `data` is the type of the data. */
  readonly statements: (used: string, data: string) => string;
}

/** A file of the tools folder that several imported tools share. */
export interface SupportFile {
  /** Relative to the folder. */
  readonly path: string;
  /** Its text, given what relative imports end with; without one it is the template of its name. */
  readonly text?: (suffix: string) => string;
}

/** Everything that a source offers. */
export interface ImportedSource {
  readonly tools: readonly ImportedTool[];
  readonly support?: readonly SupportFile[];
  /** Definitions that the schemas of the tools refer to, by the file that holds them, beside the manifests. */
  readonly definitions?: ReadonlyMap<string, MutableObject>;
  /** Packages that the implementations import. */
  readonly packages?: readonly string[];
}
