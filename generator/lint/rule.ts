import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SchemaDocuments } from "../json-schema/reference.js";
import type { ManifestIdentity } from "../model/manifest-identity.js";
import type { ToolModel } from "../model/tool-model.js";
import type { ManifestView, SchemaView, ViewedSchema } from "./manifest-view.js";

/** What the rules look at: a manifest and the files that its schemas point into. */
export interface LintProject {
  readonly config: GeneratorConfig;
  readonly manifest: ManifestView;
  /** The manifest and the shared files: everything that holds schemas. */
  readonly views: readonly SchemaView[];
  readonly documents: SchemaDocuments;
}

/** One rule: looks at a manifest, however wrong it is, and reports what it finds. */
export interface LintRule {
  readonly name: string;
  check(project: LintProject): Iterable<Diagnostic>;
}

/** What rules that compare manifests look at. */
export interface LinkedManifests {
  readonly config: GeneratorConfig;
  readonly manifests: readonly ManifestIdentity[];
  /** Whether every manifest could be read. */
  readonly complete: boolean;
}

/** A rule that compares manifests with each other. */
export interface ProjectRule {
  readonly name: string;
  check(project: LinkedManifests): Iterable<Diagnostic>;
}

/** A rule that looks at a manifest as a whole. */
export function manifestRule(
  name: string,
  check: (manifest: ManifestView, project: LintProject) => Iterable<Diagnostic>,
): LintRule {
  return {
    name,
    *check(project) {
      yield* check(project.manifest, project);
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
