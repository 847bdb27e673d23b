import type { GeneratorConfig } from "../config.js";
import { diagnostic, isError, type Diagnostic } from "../diagnostics/diagnostic.js";
import { findIgnores, matchIgnores } from "../diagnostics/ignores.js";
import { bundleSchema, closeRoot } from "../json-schema/bundle-schema.js";
import { sharedDefinitions } from "../json-schema/shared-definitions.js";
import type { CheckedManifest, Manifest } from "../model/manifest.js";
import type { CompiledManifest, ManifestIdentity } from "../model/compiled-manifest.js";
import { recordPlaces } from "../read/places.js";
import { isJsonObject, itemsOf } from "../values/json-object.js";
import type { ReadManifest } from "../read/read-manifest.js";
import { checkDefaults, checkManifest } from "./check-manifest.js";
import { manifestRules } from "./lint-rules.js";
import { sharedViews, viewManifest, type ManifestView, type LintProject } from "./rule.js";

export interface LintResult extends Pick<CompiledManifest, "identity" | "diagnostics" | "ignores"> {
  /** The manifest, when it can be lowered: it has no errors except ignored ones. */
  readonly checked?: CheckedManifest;
}

/** Validates a manifest and runs every rule, so that one run reports everything. */
export function lint(read: ReadManifest, config: GeneratorConfig): LintResult {
  const { source, defaults, documents } = read;
  const ignores = [...documents.values()].flatMap(findIgnores);
  const inherited = defaults === undefined ? [] : checkDefaults(defaults, config.categories);
  if (source === undefined) return { diagnostics: inherited, ignores };
  const view = viewManifest(source, defaults);
  const roots = view.schemas.filter(({ parent }) => parent === undefined);
  const shared = sharedDefinitions(roots, documents);
  const { schema = {} } = view.value;
  const site = { schema, document: view.documentAt(["schema"]), path: ["schema"] };
  const parameters = isJsonObject(schema) ? closeRoot(bundleSchema(site, documents, shared)) : undefined;
  const views = [view, ...sharedViews(view, documents)];
  const project: LintProject = { config, manifest: view, views, documents, parameters };
  const diagnostics = [
    ...inherited,
    ...checkManifest(view.value, source, view.inherited, config.categories),
    ...(shared.size > maxShared ? [tooManyShared(view, shared.size)] : []),
    ...manifestRules.flatMap((rule) => [...rule(project)]),
  ];
  const own = new Set([source.file, defaults?.file]);
  const hasErrors = matchIgnores(diagnostics, ignores).kept.some((one) => isError(one) && own.has(one.file));
  const identity = identityOf(view);
  if (hasErrors || parameters === undefined) return { identity, diagnostics, ignores };
  // The cast is safe: without errors, the manifest satisfies its schema.
  const manifest = view.value as unknown as Manifest;
  const { documentAt, place } = view;
  const checked = { source, manifest, documents, shared, parameters, documentAt, place };
  return { checked, identity, diagnostics, ignores };
}

/** Maximum shared definitions of a tool; generating more takes minutes, and long chains of them overflow the stack. */
const maxShared = 2000;

function tooManyShared(view: ManifestView, count: number): Diagnostic {
  const [actual, limit] = [count, maxShared].map((number) => number.toLocaleString("en"));
  const message = `The schemas use ${actual} definitions of other files; the limit is ${limit}.`;
  const help = "Merge definitions, or accept any value in parts of the schemas.";
  return diagnostic("TK3001", view.place(["schema"], "key"), message, help);
}

/** The keys that project rules read. */
const identityKeys = ["id", "wireName", "renamedFrom", "tags", "category"];

function identityOf(view: ManifestView): ManifestIdentity {
  const keys = identityKeys.filter((key) => Object.hasOwn(view.value, key));
  const value = Object.fromEntries(keys.map((key) => [key, view.value[key]]));
  const names = ["id", "wireName"].filter((key) => Object.hasOwn(value, key)).map((key) => [key]);
  const oldNames = Array.from(itemsOf(value["renamedFrom"]), ([index]) => ["renamedFrom", index]);
  const places = recordPlaces(view, [...names, ...oldNames]);
  return { file: view.source.file, id: view.id, value, places };
}
