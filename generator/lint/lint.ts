import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { isError } from "../diagnostics/is-error.js";
import { resolveReference } from "../json-schema/reference.js";
import type { CheckedManifest } from "../model/checked-manifest.js";
import type { Manifest } from "../model/manifest.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { defaultsName, folderOf } from "../read/find-manifests.js";
import type { ReadResult } from "../read/read-manifests.js";
import { manifestChecker } from "./check-manifest.js";
import { manifestRules } from "./lint-rules.js";
import { SharedView, viewManifest, type ManifestView, type SchemaView } from "./manifest-view.js";
import type { LintProject } from "./rule.js";

/** What linting gave: the manifests that can be lowered and what was found. */
export interface LintResult {
  /** The manifests without an error. */
  readonly manifests: readonly CheckedManifest[];
  /** All manifests that could be read. */
  readonly views: readonly ManifestView[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks every manifest against its schema and asks every rule about it, so that one run tells everything. */
export function lint(read: ReadResult, config: GeneratorConfig): LintResult {
  const { sources, defaults, documents } = read;
  const checker = manifestChecker(config.categories);
  const manifests = sources.map((source) => viewManifest(source, defaults.get(folderOf(source.file))));
  const project: LintProject = {
    config,
    manifests,
    views: [...manifests, ...sharedViews(manifests, documents)],
    documents,
  };
  const found: Diagnostic[] = [
    ...[...defaults.values()].flatMap((source) => checker.defaults(source)),
    ...manifests.flatMap((view) => checker.manifest(view.value, view.source, view.inherited)),
    ...manifestRules.flatMap((rule) => [...rule.check(project)]),
  ];
  const diagnostics = withoutEchoes(found);
  const wrong = new Set(diagnostics.filter(isError).map(({ file }) => file));
  return {
    manifests: manifests
      .filter(
        (view) => !wrong.has(view.source.file) && !wrong.has(`${folderOf(view.source.file)}/${defaultsName}`),
      )
      .map((view) => checked(view, documents)),
    views: manifests,
    diagnostics,
  };
}

/** The manifest satisfies its schema when the checker found nothing, which is what the type says. */
function checked(view: ManifestView, documents: ReadResult["documents"]): CheckedManifest {
  const { source, value } = view;
  return {
    source,
    manifest: value as unknown as Manifest,
    documents,
    place: (path, target) => view.place(path, target),
  };
}

/** The schemas that manifests point at in other files, and those that these point at. */
function sharedViews(manifests: readonly ManifestView[], documents: ReadResult["documents"]): SchemaView[] {
  const views = new Map<ManifestSource, SharedView>();
  const waiting = manifests.map(({ schemas }) => schemas);
  for (let schemas = waiting.pop(); schemas !== undefined; schemas = waiting.pop()) {
    for (const { schema, document } of schemas) {
      const target =
        typeof schema["$ref"] === "string"
          ? resolveReference(schema["$ref"], document, documents)
          : undefined;
      if (target === undefined || "kind" in target || target.document.root.length > 0) continue;
      const { source } = target.document;
      const view = views.get(source) ?? new SharedView(source);
      views.set(source, view);
      waiting.push(view.add(target.path));
    }
  }
  return [...views.values()];
}

/** Leaves out what says again what another finding says: the same words at the same place, or Ajv's summary. */
export function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const schemaErrors = new Set(
    diagnostics.filter((found) => isError(found) && /^TK3(?!001)/.test(found.code)).map(({ file }) => file),
  );
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, range, message }) => {
    if (code === "TK3001" && schemaErrors.has(file)) return false;
    const key = `${code} ${file} ${range.start.line}:${range.start.column} ${message}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
