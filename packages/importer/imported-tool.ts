import type { RiskLevel } from "@toolkiln/runtime";
import type { ToolHints } from "@toolkiln/runtime/vocabulary";
import type { ImportReport, SourcePlace } from "./import-report.js";

/** A JSON object that the importer builds and may still change. */
export type MutableObject = Record<string, unknown>;

/** A tool as every source describes it, before it becomes a manifest and an implementation. */
export interface ImportedTool {
  /** What the source calls it; the id follows from it. */
  readonly name: string;
  /** Whether models keep seeing the source's name, where it differs from the id. */
  readonly keepsName: boolean;
  readonly title?: string;
  readonly description: string;
  /** @default "custom" */
  readonly category?: string;
  /** Undefined when the source does not reveal it. */
  readonly risk?: RiskLevel;
  readonly tags?: readonly string[];
  /** JSON Schema of the parameters. */
  readonly schema: MutableObject;
  /** A well-known kind, or the JSON Schema of the data. */
  readonly result: "structured" | "text" | MutableObject;
  readonly hints?: ToolHints;
  readonly deprecated?: string;
  /** Where it comes from, in one line: `GET /pets in petstore.yaml`. */
  readonly origin: string;
  readonly place: SourcePlace;
  /** Writes the implementation; without it an author has to. */
  readonly implement?: (module: ImplementationModule) => string;
}

/** What the text of an implementation refers to. */
export interface ImplementationModule {
  readonly id: string;
  /** The constant that holds the contract. */
  readonly contract: string;
  /** The type of the data. */
  readonly data: string;
  /** Specifier of the generated module with both. */
  readonly generated: string;
  /** Specifier of a file of the tools folder, such as `support/http-api.ts`. */
  readonly support: (path: string) => string;
  /** Specifier of a file by its absolute path. */
  readonly file: (path: string) => string;
}

/** A file of the tools folder that several imported tools share. */
export interface SupportFile {
  /** Relative to the folder. */
  readonly path: string;
  /** Its text, given what relative imports end with. */
  readonly text: (suffix: string) => string;
}

/** Everything that a source offers. */
export interface ImportedSource {
  readonly tools: readonly ImportedTool[];
  readonly support: readonly SupportFile[];
  /** Definitions that the schemas of the tools refer to, as `<path>#/$defs/<name>`. */
  readonly definitions?: SharedDefinitions;
  /** Packages that the implementations import. */
  readonly packages: readonly string[];
  readonly report: ImportReport;
}

/** Definitions that lie beside the manifests. */
export interface SharedDefinitions {
  /** The file, relative to the folder of the manifests. */
  readonly path: string;
  readonly schemas: MutableObject;
}
