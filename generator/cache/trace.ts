import { hash } from "node:crypto";
import type { Host } from "../host.js";

/** All host calls of an analysis, with the results or their hashes: equal results mean an equal analysis. */
export type Trace = readonly HostCall[];

type HostCall = readonly [method: HostMethod, path: string, result: string];
type HostMethod = "kind" | "file" | "list" | "other";

export interface TracingHost extends Host {
  trace(): Trace;
}

export function tracingHost(host: Host): TracingHost {
  const calls = new Map<string, HostCall>();
  const record = (method: HostMethod, path: string, result: string): void =>
    void calls.set(`${method} ${path}`, [method, path, result]);
  return {
    ...host,
    async kindOf(path) {
      const kind = await host.kindOf(path);
      record("kind", path, kind);
      return kind;
    },
    async listFiles(folder) {
      const found = await host.listFiles(folder);
      record("list", folder, hashOfList(found));
      return found;
    },
    async listOtherEntries(folder) {
      const found = (await host.listOtherEntries?.(folder)) ?? [];
      record("other", folder, hashOfList(found));
      return found;
    },
    async readFile(path) {
      record("file", path, unreadable);
      const bytes = await host.readFile(path);
      record("file", path, hashOf(bytes));
      return bytes;
    },
    trace: () => [...calls.values()],
  };
}

export interface Changes {
  /** Whether a file list changed. */
  readonly lists: boolean;
  readonly files: ReadonlySet<string>;
}

export async function changesSince(host: Host, trace: Trace): Promise<Changes> {
  const files = new Set<string>();
  let lists = false;
  for (const call of trace) {
    if ((await repeatCall(host, call)) === call[2]) continue;
    if (isFileCall(call)) files.add(call[1]);
    else lists = true;
  }
  return { lists, files };
}

async function repeatCall(host: Host, [method, path]: HostCall): Promise<string> {
  if (method === "file") return currentHash(host, path);
  if (method === "kind") return host.kindOf(path);
  const isList = method === "list";
  return hashOfList((await (isList ? host.listFiles(path) : host.listOtherEntries?.(path))) ?? []);
}

/** Whether a call is about one file, not about a file list. */
export function isFileCall([method]: HostCall): boolean {
  return method === "file" || method === "kind";
}

/** Merges traces. A call with different results never counts as unchanged: the input changed during the run. */
export function joinTraces(traces: readonly Trace[]): Trace {
  const calls = new Map<string, HostCall>();
  for (const [method, path, result] of traces.flat()) {
    const key = `${method} ${path}`;
    const [, , known = result] = calls.get(key) ?? [];
    calls.set(key, [method, path, known === result ? result : "changed"]);
  }
  return [...calls.values()];
}

function hashOfList(paths: readonly string[]): string {
  return hashOf(paths.toSorted().join("\n"));
}

/** Stands for the hash of an unreadable file. */
const unreadable = "unreadable";

export async function currentHash(host: Host, path: string): Promise<string> {
  try {
    return hashOf(await host.readFile(path));
  } catch {
    return unreadable;
  }
}

/** The hash of a text or of a file's bytes; empty when there is no such file. */
export function hashOf(contents: string | Uint8Array | undefined): string {
  return contents === undefined ? "" : hash("sha256", contents, "base64");
}
