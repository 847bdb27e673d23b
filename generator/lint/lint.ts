import type { GeneratorConfig } from "../config.js";
import { isError, type Diagnostic } from "../diagnostics/diagnostic.js";
import { findIgnores, withoutIgnored, type FileIgnores } from "../diagnostics/ignores.js";
import { referencedSchema, type SchemaDocuments } from "../json-schema/reference.js";
import type { CheckedManifest } from "../model/checked-manifest.js";
import { identityKeys, identityPaths, type ManifestIdentity } from "../model/manifest-identity.js";
import type { Manifest } from "../model/manifest.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { recordPlaces } from "../read/places.js";
import type { ReadManifest } from "../read/read-manifest.js";
import { checkDefaults, checkManifest } from "./check-manifest.js";
import { manifestRules } from "./lint-rules.js";
import { SharedView, viewManifest, type ManifestView, type SchemaView } from "./manifest-view.js";
import type { LintProject } from "./rule.js";

/** The result of linting one manifest. */
export interface LintResult {
  /** The manifest, when it can be lowered: it has no error, apart from those that a comment ignores. */
  readonly checked?: CheckedManifest;
  /** What other manifests can clash with; undefined when the manifest could not be read. */
  readonly identity?: ManifestIdentity;
  /** All diagnostics, ignored or not. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
}

/** Checks a manifest against its schema and asks every rule about it, so that one run reports everything. */
export function lint(read: ReadManifest, config: GeneratorConfig): LintResult {
  const { source, defaults, documents } = read;
  const ignores = [...documents.values()].flatMap(findIgnores);
  const inherited = defaults === undefined ? [] : checkDefaults(defaults, config.categories);
  if (source === undefined) return { diagnostics: inherited, ignores };
  const view = viewManifest(source, defaults);
  const project: LintProject = {
    config,
    manifest: view,
    views: [view, ...sharedViews(view, documents)],
    documents,
  };
  const diagnostics = [
    ...inherited,
    ...checkManifest(view.value, source, view.inherited, config.categories),
    ...manifestRules.flatMap((rule) => [...rule.check(project)]),
  ];
  const own = new Set([source.file, defaults?.file]);
  const isWrong = withoutIgnored(diagnostics, ignores).some((found) => isError(found) && own.has(found.file));
  return {
    ...(!isWrong && { checked: checkedManifest(view, documents) }),
    identity: identityOf(view),
    diagnostics,
    ignores,
  };
}

/** The manifest satisfies its schema when the checker found nothing, which is what the type says. */
function checkedManifest(view: ManifestView, documents: SchemaDocuments): CheckedManifest {
  const { source, value } = view;
  return {
    source,
    manifest: value as unknown as Manifest,
    documents,
    place: (path, target) => view.place(path, target),
  };
}

function identityOf(view: ManifestView): ManifestIdentity {
  const present = identityKeys.filter((key) => Object.hasOwn(view.value, key));
  const value = Object.fromEntries(present.map((key) => [key, view.value[key]]));
  return { file: view.source.file, id: view.id, value, places: recordPlaces(view, identityPaths(value)) };
}

/** The schemas that a manifest points at in other files, and those that these point at. */
function sharedViews(manifest: ManifestView, documents: SchemaDocuments): SchemaView[] {
  const views = new Map<ManifestSource, SharedView>();
  const waiting = [manifest.schemas];
  for (let schemas = waiting.pop(); schemas !== undefined; schemas = waiting.pop()) {
    for (const { schema, document } of schemas) {
      const target = referencedSchema(schema, document, documents);
      if (target === undefined || target.document.root.length > 0) continue;
      const { source } = target.document;
      const view = views.get(source) ?? new SharedView(source);
      views.set(source, view);
      waiting.push(view.add(target.path));
    }
  }
  return [...views.values()];
}
