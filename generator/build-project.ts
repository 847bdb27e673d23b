import type { HashedFile } from "./build-batch.js";
import type { CachedOutput, ProjectCache } from "./cache/project-cache.js";
import { joinTraces, mergeTraces, tracingHost, type Trace } from "./cache/trace.js";
import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { isError } from "./diagnostics/is-error.js";
import type { ToolPart } from "./emit/tool-part.js";
import type { Host } from "./host.js";
import type { OpenProject } from "./open-project.js";
import { findManifests, folderOf, manifestSuffix } from "./read/find-manifests.js";
import { isJudgedAsAWhole, planBatches } from "./threads/plan-batches.js";
import { buildBatches } from "./threads/build-batches.js";

/** A project as its manifests ask for it: every file, or what stands in the way. */
export interface BuiltProject {
  readonly parts: readonly ToolPart[];
  readonly files: readonly HashedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
  /** The files that some manifest points into. */
  readonly referenced: readonly string[];
  /** Files that are known to be as they should, beside those above, with their hashes. */
  readonly untouched?: readonly CachedOutput[];
}

/** Builds a project: every manifest by itself, in batches, and then what is about all of them. */
export async function buildProject(project: OpenProject): Promise<BuiltProject> {
  const { host, config } = project;
  const tracing = tracingHost(host);
  const manifests = await findManifests(tracing, config);
  // Other threads start while this one loads what it needs itself.
  const finished = await buildBatches(project, planBatches(manifests, config));
  const { compareIds, compareManifests, conclude, findClashes, renderShared } = await import("./pipeline.js");
  const { hashed } = await import("./build-batch.js");
  const { namedManifest } = await import("./lint/manifest-names.js");
  const { strayFindings } = await import("./read/stray-files.js");
  const batches = finished.map(({ built }) => built);
  const parts = batches.flatMap((batch) => batch.parts).toSorted(compareIds);
  const documents = new Set(batches.flatMap((batch) => batch.documents));
  const names = batches.flatMap((batch) => batch.names.map(namedManifest));
  const clashes = compareManifests(names, manifests.manifests.length, config);
  const found = [
    ...batches.flatMap((batch) => batch.found),
    // Where manifests meet is asked only when some do.
    ...(clashes.length === 0 ? [] : await findClashes(host, config, manifests)),
    ...(await strayFindings(tracing, config, manifests, documents)),
  ];
  // A file that several batches point into speaks once.
  const ignores = new Map(batches.flatMap((batch) => batch.ignores.map((own) => [own.file, own] as const)));
  const diagnostics = [
    ...conclude(found, [...ignores.values()]),
    ...batches.flatMap((batch) => batch.failures),
  ];
  const files = diagnostics.some(isError)
    ? []
    : [...renderShared(parts, config).map(hashed), ...batches.flatMap((batch) => batch.files)];
  return {
    parts,
    files,
    diagnostics,
    trace: joinTraces([tracing.trace(), ...finished.map(({ trace }) => trace)]),
    referenced: [...new Set(batches.flatMap((batch) => batch.referenced))],
  };
}

/** What an earlier run left, and which files have changed since. */
export interface EarlierRun {
  readonly cache: ProjectCache;
  readonly parts: readonly ToolPart[];
  readonly changed: readonly string[];
}

/** More changed manifests than this are not worth the trouble. */
const fewManifests = 50;

/**
 * Builds a project of which only a few manifests have changed, without reading the others.
 *
 * Rules that compare tools look at their names. When one of these has changed, when other files depend on what has
 * changed, or when anything is wrong, this gives up and the whole project has to be built.
 */
export async function updateProject(
  host: Host,
  config: GeneratorConfig,
  { cache, parts: before, changed }: EarlierRun,
): Promise<BuiltProject | undefined> {
  const referenced = new Set(cache.referenced);
  const isOwn = (file: string) => file.endsWith(manifestSuffix) && !referenced.has(file);
  if (isJudgedAsAWhole(config) || changed.length > fewManifests || !changed.every(isOwn)) return undefined;
  // What is said of a shared file depends on who points into it.
  if (cache.diagnostics.some(({ file }) => referenced.has(file))) return undefined;
  const tracing = tracingHost(host);
  const { buildBatch, hashed } = await import("./build-batch.js");
  const { conclude, renderShared } = await import("./pipeline.js");
  const folders = new Set(changed.map(folderOf));
  const { defaults } = await findManifests(host, config);
  const batch = { manifests: changed, defaults: defaults.filter((file) => folders.has(folderOf(file))) };
  const built = await buildBatch(tracing, config, batch, new Map());
  const wanted = new Set(changed);
  const all = conclude(built.found, built.ignores);
  const found = all.filter(({ file }) => wanted.has(file));
  const news = all.filter(({ file }) => !wanted.has(file) && built.referenced.includes(file));
  if ([...found, ...built.failures].some(isError) || news.length > 0) return undefined;
  const updated = new Map(built.parts.map((part) => [part.manifest, part]));
  const parts = before.map((part) => updated.get(part.manifest) ?? part);
  if (updated.size !== wanted.size || identitiesOf(parts) !== identitiesOf(before)) return undefined;
  return {
    parts,
    files: [...renderShared(parts, config).map(hashed), ...built.files],
    untouched: cache.outputs,
    diagnostics: [...cache.diagnostics.filter(({ file }) => !wanted.has(file)), ...found],
    trace: mergeTraces(cache.trace, tracing.trace()),
    referenced: [...new Set([...cache.referenced, ...built.referenced])],
  };
}

function identitiesOf(parts: readonly ToolPart[]): string {
  return JSON.stringify(
    parts.map(({ spec, names, formerNames }) => {
      const { id, wireName, name, renamedFrom, tags, category } = spec;
      return [id, wireName, name, renamedFrom, tags, category, names, formerNames];
    }),
  );
}

/** What the next run is told of a project that was written. */
export function cacheOf({
  trace,
  diagnostics,
  parts,
  files,
  referenced,
  untouched = [],
}: BuiltProject): Omit<ProjectCache, "partsSeal"> {
  const hashes = files.map(({ path, hash }) => [path, hash] as const);
  return {
    trace,
    diagnostics,
    referenced,
    tools: parts.map(({ spec, names }) => ({ id: spec.id, file: names.file })),
    outputs: [
      ...new Map<string, CachedOutput>(
        [...untouched, ...hashes].map((output) => [output[0], output]),
      ).values(),
    ],
  };
}
