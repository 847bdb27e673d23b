import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { type SchemaDocuments, referencedSchema, type SchemaDocument } from "../json-schema/reference.js";
import type { ManifestIdentity } from "../model/compiled-manifest.js";
import type { CheckedManifest } from "../model/manifest.js";
import type { ToolModel } from "../model/tool-model.js";
import { schemaSites, type SchemaSite } from "../json-schema/schema-sites.js";
import { walkSchema, type SchemaNode } from "../json-schema/walk-schema.js";
import { asObject, valueAt, type JsonObject } from "../values/json-object.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";

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
  /** Whether every manifest could be read. */
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

/** A schema node with the document that `#` refers to in it, and its role. */
export interface ViewedSchema extends SchemaNode {
  readonly view: SchemaView;
  readonly document: SchemaDocument;
  readonly role: SchemaSite["role"] | "shared";
}

export interface SchemaView {
  readonly source: ManifestSource;
  readonly schemas: readonly ViewedSchema[];
  readonly place: ManifestSource["place"];
}

/** The input of the rules for one manifest, valid or not. */
export interface ManifestView extends SchemaView, Pick<CheckedManifest, "documentAt"> {
  /** With the defaults of its folder filled in. */
  readonly value: JsonObject;
  readonly inherited: ReadonlySet<string>;
  readonly id: string | undefined;
  readonly parameters: JsonObject;
}

/** Creates the view of a manifest, with its folder's defaults. */
export function viewManifest(source: ManifestSource, defaults: ManifestSource | undefined): ManifestView {
  const own = asObject(source.value);
  const shared = asObject(defaults?.value);
  const value: JsonObject = { ...shared, ...own };
  const inherited = new Set(Object.keys(shared).filter((key) => !Object.hasOwn(own, key)));
  const documentAt = (root: ManifestPath): SchemaDocument => {
    const isInherited = inherited.has(String(root[0]));
    return { source: isInherited && defaults ? defaults : source, root };
  };
  const schemas: ViewedSchema[] = [];
  const view: ManifestView = {
    source,
    value,
    inherited,
    documentAt,
    id: typeof value["id"] === "string" ? value["id"] : undefined,
    parameters: asObject(valueAt(value, ["schema", "properties"])),
    schemas,
    place: (path, ...rest) => documentAt(path).source.place(path, ...rest),
  };
  for (const { schema: site, path, role } of schemaSites(value)) {
    const document = documentAt(path);
    // A fix must edit the file that contains the schema.
    const viewed = { ...view, source: document.source };
    for (const node of walkSchema(site, path)) schemas.push({ ...node, view: viewed, document, role });
  }
  return view;
}

/** The schemas in other files that a manifest references, directly or indirectly. */
export function sharedViews({ schemas }: ManifestView, documents: SchemaDocuments): SchemaView[] {
  const views = new Map<ManifestSource, SchemaView & { readonly schemas: ViewedSchema[] }>();
  const known = new Set<JsonObject>();
  const found = [...schemas];
  // The list grows while it is read.
  for (const node of found) {
    const target = referencedSchema(node.schema, node.document, documents);
    if (target === undefined || target.document.root.length > 0) continue;
    const { document, path } = target;
    const { source } = document;
    const view = views.get(source) ?? { source, schemas: [], place: source.place.bind(source) };
    views.set(source, view);
    for (const added of walkSchema(valueAt(source.value, path), path, known)) {
      known.add(added.schema);
      const viewed: ViewedSchema = { ...added, view, document, role: "shared" };
      view.schemas.push(viewed);
      found.push(viewed);
    }
  }
  return [...views.values()];
}
