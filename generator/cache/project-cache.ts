import type { BuiltUnit, EarlierBuild } from "../build-project.js";
import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import type { OutputFile } from "../model/compiled-manifest.js";
import type { ToolSummary } from "../model/tool-model.js";
import type { OpenProject } from "../open-project.js";
import { isOutput, stateOf, type FileState } from "../output/freshness.js";
import { codeFingerprint } from "./code-fingerprint.js";
import { hashOf, changesSince, currentHash, type Changes, type Trace } from "./trace.js";

/** The results of a run, for the next one. The cache can be deleted at any time. */
export interface ProjectCache {
  readonly trace: Trace;
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: readonly CachedTool[];
  /** The hash of the compiled manifests, which are a separate entry: large and rarely needed. */
  readonly unitsHash: string;
  /** The generated files, each with its hash and, if the host supports it, its stamp. */
  readonly outputs: readonly CachedOutput[];
}

export type CachedOutput = readonly [path: string, hash: string, stamp?: string];

export interface CachedTool extends ToolSummary {
  readonly file: string;
  readonly uses?: readonly string[];
}

export interface EarlierRun {
  readonly cache: ProjectCache;
  readonly changes: Changes;
}

/** Reads the cache of a project with this configuration; undefined when there is none. */
export async function readEarlierRun({ host, config }: OpenProject): Promise<EarlierRun | undefined> {
  if (host.readCache === undefined) return undefined;
  const entry = await readEntry(host, "project", cacheKey(config));
  const cache = entry?.value as ProjectCache | undefined;
  return cache && { cache, changes: await changesSince(host, cache.trace) };
}

export function isUnchanged({ changes }: EarlierRun): boolean {
  return !changes.lists && changes.files.size === 0;
}

export async function earlierBuild(
  { host, config }: OpenProject,
  run: EarlierRun | undefined,
): Promise<EarlierBuild | undefined> {
  const units = run && (await readEntry(host, "units", cacheKey(config)));
  if (run === undefined || units?.hash !== run.cache.unitsHash) return undefined;
  return { units: units.value as BuiltUnit[], trace: run.cache.trace, changed: run.changes.files };
}

/** Caches the results of a run and its compiled manifests without file contents. */
export async function writeCache(
  { host, config }: OpenProject,
  cache: Omit<ProjectCache, "unitsHash">,
  units: readonly BuiltUnit[],
): Promise<void> {
  if (host.writeCache === undefined) return;
  const key = cacheKey(config);
  const unitsHash = await writeEntry(host, "units", key, units.map(withoutContents));
  await writeEntry(host, "project", key, { ...cache, unitsHash });
}

function withoutContents({ compiled, ...unit }: BuiltUnit): BuiltUnit {
  const files = compiled.files.map(({ path, hash }): OutputFile => ({ path, hash }));
  return { ...unit, compiled: { ...compiled, files } };
}

export function cacheKey(config: GeneratorConfig): string {
  return hashOf(JSON.stringify([config, codeFingerprint(), process.version]));
}

/** Writes a cache entry; the hash proves that it is complete and belongs to this key. */
export async function writeEntry(host: Host, name: string, key: string, value: unknown): Promise<string> {
  const text = JSON.stringify(value);
  const hash = hashOf(key + text);
  await host.writeCache?.(fileName(name, key), new TextEncoder().encode(`${hash}\n${text}`));
  return hash;
}

export async function readEntry(
  host: Host,
  name: string,
  key: string,
): Promise<{ hash: string; value: unknown } | undefined> {
  const bytes = await host.readCache?.(fileName(name, key));
  if (bytes === undefined) return undefined;
  const [hash = "", text = ""] = new TextDecoder().decode(bytes).split("\n");
  return hash === hashOf(key + text) ? { hash, value: JSON.parse(text) } : undefined;
}

/** One of a few file names, chosen by the key: several projects fit, and old entries do not pile up. */
function fileName(name: string, key: string): string {
  return `${name}-${(key.codePointAt(0) ?? 0) % 16}.json`;
}

/** The files of the output folder if all are unchanged; otherwise undefined. */
export async function unchangedOutputs(
  host: Host,
  folder: string,
  { outputs }: ProjectCache,
): Promise<FileState[] | undefined> {
  const states: FileState[] = [];
  const known = new Set<string>();
  for (const output of outputs) {
    const [path] = output;
    const stamp = await host.fileStamp?.(path);
    if (!(await isUnmodified(host, output, stamp))) return undefined;
    known.add(path);
    states.push({ path, status: "fresh", ...(stamp !== undefined && { stamp }) });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOutput(path.slice(folder.length + 1))) continue;
    if ((await stateOf(host, path)) !== undefined) return undefined;
  }
  return states;
}

export async function isUnmodified(
  host: Host,
  [path, hash, stamp]: CachedOutput,
  currentStamp: string | undefined,
): Promise<boolean> {
  return (stamp !== undefined && currentStamp === stamp) || (await currentHash(host, path)) === hash;
}
