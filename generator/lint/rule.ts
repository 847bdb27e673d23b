import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SchemaDocuments } from "../json-schema/reference.js";
import type { ManifestIdentity } from "../model/manifest-identity.js";
import type { ToolModel } from "../model/tool-model.js";
import type { ManifestView, SchemaView, ViewedSchema } from "./manifest-view.js";

/** Input of the rules: a manifest and the files that its schemas reference. */
export interface LintProject {
  readonly config: GeneratorConfig;
  readonly manifest: ManifestView;
  /** The manifest and the shared files: everything with schemas. */
  readonly views: readonly SchemaView[];
  readonly documents: SchemaDocuments;
  /** The bundled schema of the parameters; undefined when it is not an object. */
  readonly parameters: JsonSchemaObject | undefined;
}

/** A rule: checks a manifest, valid or not, and reports diagnostics. */
export type LintRule = (project: LintProject) => Iterable<Diagnostic>;

export interface LinkedManifests {
  readonly config: GeneratorConfig;
  readonly manifests: readonly ManifestIdentity[];
  readonly complete: boolean;
}

export type ProjectRule = (project: LinkedManifests) => Iterable<Diagnostic>;

/** A rule for lowered tools; runs on manifests without errors. */
export type ModelRule = (
  models: readonly ToolModel[],
  config: GeneratorConfig,
) => Iterable<Diagnostic> | Promise<Iterable<Diagnostic>>;

/** A rule that runs once per schema, at every depth. */
export function schemaRule(
  check: (schema: ViewedSchema, project: LintProject) => Iterable<Diagnostic>,
): LintRule {
  return function* (project) {
    for (const { schemas } of project.views) for (const schema of schemas) yield* check(schema, project);
  };
}
