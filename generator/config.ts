/** How a project is laid out and generated. */
export interface GeneratorConfig {
  /** Folder of the manifests. */
  readonly manifests: string;
  /** Folder that generated files are written to. */
  readonly out: string;
  /** Folder of the implementations; `<id>.ts` exports `tool`. */
  readonly tools: string;
  /** Extension of relative imports in generated code. */
  readonly importExtension: "js" | "ts" | "none";
}

/** What a project without a configuration gets. */
export const defaultConfig: GeneratorConfig = {
  manifests: "manifests",
  out: "generated",
  tools: "tools",
  importExtension: "js",
};
