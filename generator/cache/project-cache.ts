import { createHash } from "node:crypto";
import type { GeneratorConfig } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { codeFingerprint } from "./code-fingerprint.js";
import type { Trace } from "./trace.js";

/** What a run found out, for the next one. Losing it costs time and nothing else. */
export interface ProjectCache {
  readonly trace: Trace;
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: readonly CachedTool[];
  /** The files that were generated, with the hash of each and, where the host has one, its stamp. */
  readonly outputs: readonly CachedOutput[];
}

/** A generated file as it was left. */
export type CachedOutput = readonly [path: string, hash: string, stamp?: string];

/** What is known of a tool without its model. */
export interface CachedTool {
  readonly id: string;
  /** The name of its files. */
  readonly file: string;
}

/** A model without the way back into its manifest's text. */
export type CachedModel = Omit<ToolModel, "origin"> & { readonly file: string };

/** Where the cache of a project is kept: a name of its own for each configuration and each version of the code. */
export function cacheKey(config: GeneratorConfig): string {
  const identity = JSON.stringify([config, codeFingerprint(), process.version]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 32);
}

/** Reads what an earlier run found out. */
export async function readCache(host: Host, key: string): Promise<ProjectCache | undefined> {
  return (await read(host, `${slotOf(key)}.json`, key)) as ProjectCache | undefined;
}

/** Reads the models of an earlier run; they are many, and seldom needed. */
export async function readCachedModels(host: Host, key: string): Promise<CachedModel[] | undefined> {
  return (await read(host, `${slotOf(key)}-models.json`, key)) as CachedModel[] | undefined;
}

/** Keeps what a run found out. */
export async function writeCache(
  host: Host,
  key: string,
  cache: ProjectCache,
  models: readonly ToolModel[],
): Promise<void> {
  if (host.writeCache === undefined) return;
  const cached = models.map(({ origin, ...model }): CachedModel => ({ ...model, file: origin.file }));
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify({ key, value }));
  // The models come first: a cache that is there always has its models.
  await host.writeCache(`${slotOf(key)}-models.json`, encode(cached));
  await host.writeCache(`${slotOf(key)}.json`, encode(cache));
}

/** One slot for each of a few projects that share a folder, so that old versions do not pile up. */
function slotOf(key: string): string {
  return `project-${key.slice(0, 1)}`;
}

async function read(host: Host, name: string, key: string): Promise<unknown> {
  const bytes = await host.readCache?.(name);
  if (bytes === undefined) return undefined;
  try {
    const { key: found, value } = JSON.parse(new TextDecoder().decode(bytes)) as {
      key: string;
      value: unknown;
    };
    return found === key ? value : undefined;
  } catch {
    return undefined;
  }
}
