import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SchemaDocuments } from "../json-schema/reference.js";
import type { ToolModel } from "../model/tool-model.js";
import type { ManifestView, SchemaView, ViewedSchema } from "./manifest-view.js";

/** What the rules look at: manifests of a project and the files that their schemas point into. */
export interface LintProject {
  readonly config: GeneratorConfig;
  readonly manifests: readonly ManifestView[];
  /** The manifests and the shared files: everything that holds schemas. */
  readonly views: readonly SchemaView[];
  readonly documents: SchemaDocuments;
}

/** One rule: looks at manifests, however wrong its manifests are, and tells what it finds. */
export interface LintRule {
  readonly name: string;
  check(project: LintProject): Iterable<Diagnostic>;
}

/** A manifest as far as others can meet it. */
export type NamedManifest = Pick<ManifestView, "id" | "value" | "place"> & {
  readonly source: { readonly file: string };
};

/** What rules that compare manifests look at. */
export interface NamedProject {
  readonly config: GeneratorConfig;
  readonly manifests: readonly NamedManifest[];
  /** Whether every manifest could be read. */
  readonly complete: boolean;
}

/** A rule that compares manifests with each other: by what `manifestNames` takes out of them, and nothing else. */
export interface ProjectRule {
  readonly name: string;
  check(project: NamedProject): Iterable<Diagnostic>;
}

/** A rule that looks at one manifest at a time. */
export function manifestRule(
  name: string,
  check: (manifest: ManifestView, project: LintProject) => Iterable<Diagnostic>,
): LintRule {
  return {
    name,
    *check(project) {
      for (const manifest of project.manifests) yield* check(manifest, project);
    },
  };
}

/** A rule that looks at one schema at a time, at every depth. */
export function schemaRule(
  name: string,
  check: (schema: ViewedSchema, project: LintProject) => Iterable<Diagnostic>,
): LintRule {
  return {
    name,
    *check(project) {
      for (const { schemas } of project.views) for (const schema of schemas) yield* check(schema, project);
    },
  };
}

/** A rule over tools with everything decided, asked when the manifests themselves are in order. */
export interface ModelRule {
  readonly name: string;
  check(
    models: readonly ToolModel[],
    config: GeneratorConfig,
  ): Iterable<Diagnostic> | Promise<Iterable<Diagnostic>>;
}
