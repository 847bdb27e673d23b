import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { findIgnores, withoutIgnored, type FileIgnores } from "../diagnostics/ignores.js";
import { isError } from "../diagnostics/is-error.js";
import { referencedSchema } from "../json-schema/reference.js";
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
  /** The manifests without an error, but for those that a comment silences. */
  readonly manifests: readonly CheckedManifest[];
  /** All manifests that could be read. */
  readonly views: readonly ManifestView[];
  /** Everything that was found, silenced or not. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
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
  const diagnostics: Diagnostic[] = [
    ...[...defaults.values()].flatMap((source) => checker.defaults(source)),
    ...manifests.flatMap((view) => checker.manifest(view.value, view.source, view.inherited)),
    ...manifestRules.flatMap((rule) => [...rule.check(project)]),
  ];
  const ignores = [...documents.values()].flatMap(findIgnores);
  const wrong = new Set(
    withoutIgnored(diagnostics, ignores)
      .filter(isError)
      .map(({ file }) => file),
  );
  const isInOrder = ({ source: { file } }: ManifestView): boolean =>
    !wrong.has(file) && !wrong.has(`${folderOf(file)}/${defaultsName}`);
  return {
    manifests: manifests.filter(isInOrder).map((view) => checked(view, documents)),
    views: manifests,
    diagnostics,
    ignores,
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
