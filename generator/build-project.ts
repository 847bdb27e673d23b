import type { CachedModel, ProjectCache } from "./cache/project-cache.js";
import { hashOfFile, mergeTraces, tracingHost, type Trace } from "./cache/trace.js";
import type { GeneratorConfig } from "./config.js";
import { fileStart } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import type { ToolModel } from "./model/tool-model.js";
import type { GeneratedFile } from "./output/generated-file.js";
import { analyze, render } from "./pipeline.js";

/** A project as its manifests ask for it: every file, or what stands in the way. */
export interface BuiltProject {
  readonly models: readonly ToolModel[];
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
  /** Files that are known to be as they should, beside those above, with their hashes. */
  readonly untouched?: ProjectCache["outputs"];
}

/** Analyses and renders a project. */
export async function buildProject(host: Host, config: GeneratorConfig): Promise<BuiltProject> {
  const tracing = tracingHost(host);
  const { models, diagnostics } = await analyze(tracing, config);
  const trace = tracing.trace();
  if (diagnostics.some(({ severity }) => severity === "error"))
    return { models, files: [], diagnostics, trace };
  const rendering = render(models, config);
  return { models, files: rendering.files, diagnostics: [...diagnostics, ...rendering.diagnostics], trace };
}

/** What an earlier run left, and which files have changed since. */
export interface EarlierRun {
  readonly cache: ProjectCache;
  readonly models: readonly CachedModel[];
  readonly changed: readonly string[];
}

/** More changed manifests than this are not worth the trouble. */
const fewManifests = 50;

/**
 * Builds a project of which only a few manifests have changed, without reading the others.
 *
 * Rules that compare tools look at their names. When one of these has changed, or anything is wrong, this gives up and
 * the whole project has to be built.
 */
export async function updateProject(
  host: Host,
  config: GeneratorConfig,
  { cache, models: before, changed }: EarlierRun,
): Promise<BuiltProject | undefined> {
  // What is true of all tools together, such as their cost, cannot be told from a few.
  if (config.targets !== undefined || config.budget !== undefined) return undefined;
  const wanted = new Set(changed);
  if (wanted.size > fewManifests || changed.some((path) => !path.endsWith(".tool.yaml"))) return undefined;
  const tracing = tracingHost({
    ...host,
    listFiles: async (folder) =>
      (await host.listFiles(folder)).filter((path) => !path.endsWith(".tool.yaml") || wanted.has(path)),
  });
  // What toolsets select was found before; the tools that are not read now would seem to be gone.
  const { toolsets: _, ...ownConfig } = config;
  const { models: fresh, diagnostics } = await analyze(tracing, ownConfig);
  if (diagnostics.some(({ severity }) => severity === "error")) return undefined;
  const updated = new Map(fresh.map((model) => [model.origin.file, model]));
  const models = before.map((model) => updated.get(model.file) ?? withOrigin(model));
  const namesOf = (all: readonly ToolModel[]) => JSON.stringify(all.map(identityOf));
  if (updated.size !== wanted.size || namesOf(models) !== namesOf(before.map(withOrigin))) return undefined;
  const rendering = render(models, config, new Set(fresh));
  const kept = cache.diagnostics.filter(({ file }) => !wanted.has(file));
  const found = diagnostics.filter(({ file }) => wanted.has(file));
  return {
    models,
    files: rendering.files,
    untouched: cache.outputs,
    diagnostics: [...kept, ...found, ...rendering.diagnostics],
    trace: mergeTraces(cache.trace, tracing.trace()),
  };
}

function identityOf({ spec, names, formerNames }: ToolModel): unknown {
  return [spec.id, spec.wireName, spec.name, spec.renamedFrom, spec.tags, spec.category, names, formerNames];
}

/** Nobody asks where a part of an unchanged manifest stands: it has been checked before. */
function withOrigin({ file, ...model }: CachedModel): ToolModel {
  return { ...model, origin: { file, locate: () => fileStart, place: () => ({ file, range: fileStart }) } };
}

/** What the next run is told of a project that was written. */
export function cacheOf({ trace, diagnostics, models, files, untouched = [] }: BuiltProject): ProjectCache {
  const encoder = new TextEncoder();
  const hashes = files.map(({ path, contents }) => [path, hashOfFile(encoder.encode(contents))] as const);
  return {
    trace,
    diagnostics,
    tools: models.map(({ spec, names }) => ({ id: spec.id, file: names.file })),
    outputs: [...new Map([...untouched, ...hashes].map((output) => [output[0], output])).values()],
  };
}
