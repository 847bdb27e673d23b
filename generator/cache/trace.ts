import type { Host } from "../host.js";
import { hashOfFile, hashOfText } from "./hash.js";

/** What an analysis asked of its host, with hashes of the answers: the same answers give the same analysis. */
export interface Trace {
  readonly lists: readonly (readonly [folder: string, hash: string])[];
  readonly irregular: readonly (readonly [folder: string, hash: string])[];
  readonly files: readonly (readonly [path: string, hash: string])[];
}

/** A host that notes what it is asked. */
export interface TracingHost extends Host {
  trace(): Trace;
}

/** Notes what a host is asked and what it answers. */
export function tracingHost(host: Host): TracingHost {
  const lists = new Map<string, string>();
  const irregular = new Map<string, string>();
  const files = new Map<string, string>();
  return {
    ...host,
    async listFiles(folder) {
      const found = await host.listFiles(folder);
      lists.set(folder, hashOfList(found));
      return found;
    },
    async listIrregularFiles(folder) {
      const found = (await host.listIrregularFiles?.(folder)) ?? [];
      irregular.set(folder, hashOfList(found));
      return found;
    },
    async readFile(path) {
      try {
        const bytes = await host.readFile(path);
        files.set(path, hashOfFile(bytes));
        return bytes;
      } catch (error) {
        files.set(path, unreadable);
        throw error;
      }
    },
    trace: () => ({ lists: [...lists], irregular: [...irregular], files: [...files] }),
  };
}

/** The files that are other than when they were noted; undefined when the files there are have changed. */
export async function changedSince(host: Host, trace: Trace): Promise<string[] | undefined> {
  const { lists, irregular, files } = trace;
  for (const [folder, hash] of lists) {
    if (hashOfList(await host.listFiles(folder)) !== hash) return undefined;
  }
  for (const [folder, hash] of irregular) {
    if (hashOfList((await host.listIrregularFiles?.(folder)) ?? []) !== hash) return undefined;
  }
  const changed: string[] = [];
  for (const [path, hash] of files) {
    if ((await hashIn(host, path)) !== hash) changed.push(path);
  }
  return changed;
}

/** Later notes replace earlier ones. */
export function mergeTraces(earlier: Trace, later: Trace): Trace {
  return {
    lists: earlier.lists,
    irregular: earlier.irregular,
    files: [...new Map([...earlier.files, ...later.files])],
  };
}

/** The notes of several hosts that were asked at the same time. */
export function joinTraces(traces: readonly Trace[]): Trace {
  return {
    lists: joined(traces.flatMap(({ lists }) => lists)),
    irregular: joined(traces.flatMap(({ irregular }) => irregular)),
    files: joined(traces.flatMap(({ files }) => files)),
  };
}

/** What was answered differently has changed in between, so that no answer may count as the same later on. */
function joined(notes: Trace["files"]): Trace["files"] {
  const all = new Map<string, string>();
  for (const [name, hash] of notes) all.set(name, (all.get(name) ?? hash) === hash ? hash : "changed");
  return [...all];
}

function hashOfList(paths: readonly string[]): string {
  return hashOfText(paths.toSorted().join("\n"));
}

/** Stands for the hash of a file that cannot be read: whoever needs its text says why. */
const unreadable = "unreadable";

/** The hash of a file as it is now, whether or not it can be read. */
export async function hashIn(host: Host, path: string): Promise<string> {
  try {
    return hashOfFile(await host.readFile(path));
  } catch {
    return unreadable;
  }
}
