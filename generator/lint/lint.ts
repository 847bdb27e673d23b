import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { GeneratorConfig } from "../config.js";
import { isError, type Diagnostic } from "../diagnostics/diagnostic.js";
import { findIgnores, withoutIgnored, type FileIgnores } from "../diagnostics/ignores.js";
import { bundleSchema } from "../json-schema/bundle-schema.js";
import { closeRoot } from "../json-schema/close-root.js";
import type { SchemaDocuments } from "../json-schema/reference.js";
import { sharedDefinitions, type SharedDefinitions } from "../json-schema/shared-definitions.js";
import type { CheckedManifest, Manifest } from "../model/manifest.js";
import { identityKeys, identityPaths, type ManifestIdentity } from "../model/compiled-manifest.js";
import { recordPlaces } from "../read/places.js";
import { isJsonObject } from "../values/json-object.js";
import type { ReadManifest } from "../read/read-manifest.js";
import { checkDefaults, checkManifest } from "./check-manifest.js";
import { manifestRules } from "./lint-rules.js";
import { sharedViews, viewManifest, type ManifestView, type LintProject } from "./rule.js";

export interface LintResult {
  /** The manifest, when it can be lowered: it has no errors except ignored ones. */
  readonly checked?: CheckedManifest;
  readonly identity?: ManifestIdentity;
  readonly diagnostics: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
}

/** Validates a manifest and runs every rule, so that one run reports everything. */
export function lint(read: ReadManifest, config: GeneratorConfig): LintResult {
  const { source, defaults, documents } = read;
  const ignores = [...documents.values()].flatMap(findIgnores);
  const inherited = defaults === undefined ? [] : checkDefaults(defaults, config.categories);
  if (source === undefined) return { diagnostics: inherited, ignores };
  const view = viewManifest(source, defaults);
  const shared = sharedDefinitions(view.value, source, documents);
  const parameters = parametersSchema(view, documents, shared);
  const views = [view, ...sharedViews(view, documents)];
  const project: LintProject = { config, manifest: view, views, documents, parameters };
  const diagnostics = [
    ...inherited,
    ...checkManifest(view.value, source, view.inherited, config.categories),
    ...manifestRules.flatMap((rule) => [...rule(project)]),
  ];
  const own = new Set([source.file, defaults?.file]);
  const hasErrors = withoutIgnored(diagnostics, ignores).some((one) => isError(one) && own.has(one.file));
  return {
    ...(!hasErrors && parameters && { checked: checkedManifest(view, { documents, shared, parameters }) }),
    identity: identityOf(view),
    diagnostics,
    ignores,
  };
}

function parametersSchema(
  { source, value: { schema = {} } }: ManifestView,
  documents: SchemaDocuments,
  shared: SharedDefinitions,
): JsonSchemaObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const path = ["schema"];
  return closeRoot(bundleSchema({ schema, document: { source, root: path }, path }, documents, shared));
}

/** The cast is safe: without errors, the manifest satisfies its schema. */
function checkedManifest(
  view: ManifestView,
  schemas: Pick<CheckedManifest, "documents" | "shared" | "parameters">,
): CheckedManifest {
  const { source, value } = view;
  const place: CheckedManifest["place"] = (path, target) => view.place(path, target);
  return { source, manifest: value as unknown as Manifest, ...schemas, place };
}

function identityOf(view: ManifestView): ManifestIdentity {
  const present = identityKeys.filter((key) => Object.hasOwn(view.value, key));
  const value = Object.fromEntries(present.map((key) => [key, view.value[key]]));
  return { file: view.source.file, id: view.id, value, places: recordPlaces(view, identityPaths(value)) };
}
