import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { BuiltUnit } from "../build-project.js";
import type { Host } from "../host.js";
import type { OutputFile } from "../model/compiled-manifest.js";
import type { ToolSummary } from "../model/tool-summary.js";
import { codeFingerprint } from "./code-fingerprint.js";
import { hashOfText } from "./hash.js";
import type { Trace } from "./trace.js";

/** What a run found out, for the next one. Losing it costs time and nothing else. */
export interface ProjectCache {
  readonly trace: Trace;
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: readonly CachedTool[];
  /** The seal of the compiled manifests that belong to this. */
  readonly unitsSeal: string;
  /** The files that were generated, with the hash of each and, where the host has one, its stamp. */
  readonly outputs: readonly CachedOutput[];
}

/** A generated file as it was left. */
export type CachedOutput = readonly [path: string, hash: string, stamp?: string];

/** What is known of a tool without its model. */
export interface CachedTool extends ToolSummary {
  /** The name of its files. */
  readonly file: string;
  /** Services that its implementation uses. */
  readonly uses?: readonly string[];
}

/** Where the cache of a project is kept: a name of its own for each configuration and each version of the code. */
export function cacheKey(config: GeneratorConfig): string {
  return hashOfText(JSON.stringify([config, codeFingerprint(), process.version]));
}

/** Reads what an earlier run found out. */
export async function readCache(host: Host, key: string): Promise<ProjectCache | undefined> {
  return (await read(host, cacheName(key), key))?.value as ProjectCache | undefined;
}

/** Reads the compiled manifests of the same run; they are long, and seldom needed. */
export async function readCachedUnits(
  host: Host,
  key: string,
  { unitsSeal }: ProjectCache,
): Promise<BuiltUnit[] | undefined> {
  const found = await read(host, unitsName(key), key);
  return found?.seal === unitsSeal ? (found.value as BuiltUnit[]) : undefined;
}

/** Keeps compiled manifests, without the contents of their files; returns the seal that the rest of the cache knows them by. */
export async function writeCachedUnits(
  host: Host,
  key: string,
  units: readonly BuiltUnit[],
): Promise<string> {
  const withoutContents = units.map((unit) => ({
    ...unit,
    compiled: {
      ...unit.compiled,
      files: unit.compiled.files.map(({ path, hash }): OutputFile => ({ path, hash })),
    },
  }));
  const { seal, bytes } = sealed(key, withoutContents);
  await host.writeCache?.(unitsName(key), bytes);
  return seal;
}

/** Keeps what a run found out. */
export async function writeCache(host: Host, key: string, cache: ProjectCache): Promise<void> {
  await host.writeCache?.(cacheName(key), sealed(key, cache).bytes);
}

/** Reads something else that an earlier run kept for this project. */
export async function readKept(host: Host, name: string, key: string): Promise<unknown> {
  return (await read(host, `${name}-${slotOf(key)}.json`, key))?.value;
}

/** Keeps something else for the next run. */
export async function writeKept(host: Host, name: string, key: string, value: unknown): Promise<void> {
  await host.writeCache?.(`${name}-${slotOf(key)}.json`, sealed(key, value).bytes);
}

function cacheName(key: string): string {
  return `project-${slotOf(key)}.json`;
}

function unitsName(key: string): string {
  return `project-${slotOf(key)}-units.json`;
}

/** One slot for each of a few projects that share a folder, so that old versions do not pile up. */
function slotOf(key: string): number {
  return (key.codePointAt(0) ?? 0) % 16;
}

/** The seal shows that nobody else wrote a value, that nothing of it is lost, and that it belongs to this key. */
function sealed(key: string, value: unknown): { readonly seal: string; readonly bytes: Uint8Array } {
  const text = JSON.stringify(value);
  const seal = hashOfText(key + text);
  return { seal, bytes: new TextEncoder().encode(`${seal}\n${text}`) };
}

async function read(
  host: Host,
  name: string,
  key: string,
): Promise<{ readonly seal: string; readonly value: unknown } | undefined> {
  const bytes = await host.readCache?.(name);
  if (bytes === undefined) return undefined;
  const [seal = "", text = ""] = new TextDecoder().decode(bytes).split("\n");
  return seal === hashOfText(key + text) ? { seal, value: JSON.parse(text) } : undefined;
}
