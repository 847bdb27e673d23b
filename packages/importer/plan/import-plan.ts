import type { Diagnostic, GeneratedFile } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { RiskLevel } from "@toolkiln/runtime";
import type { McpOptions } from "../mcp/import-mcp.js";
import type { OpenapiOptions } from "../openapi/import-openapi.js";

/** What to import. */
export type ImportRequest = {
  /** Base folder of a relative location. */
  readonly folder: string;
} & (
  | ({ readonly kind: "openapi"; readonly location: string } & OpenapiOptions)
  | ({ readonly kind: "mcp" } & McpOptions)
  | { readonly kind: "typescript" | "code" | "definitions" | "json-schema"; readonly location: string }
);

/** The project that tools are imported into. */
export interface ImportProject {
  /** Absolute. */
  readonly root: string;
  readonly config: GeneratorConfig;
  /** The manifest schema for editors, relative to the project. */
  readonly editorSchema?: string;
}

/** User options of an import. */
export interface PlanOptions {
  /**
   * The risk of tools without one in the source.
   * @default "medium"
   */
  readonly risk?: RiskLevel;
  /** The id, if the source has one tool. */
  readonly id?: string;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A tool of the source, and its status. */
export interface PlannedTool {
  readonly id: string;
  readonly risk: RiskLevel;
  readonly parameters: number;
  readonly origin: string;
  /** Whether its files are written; existing tools keep theirs. */
  readonly status: "new" | "exists" | "left out";
}

/** Everything that an import would do. */
export interface ImportPlan {
  readonly tools: readonly PlannedTool[];
  readonly files: readonly GeneratedFile[];
  /** Packages that the implementations import. */
  readonly packages: readonly string[];
  /** What the import could not convert. */
  readonly diagnostics: readonly Diagnostic[];
}
