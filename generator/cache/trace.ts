import type { Host } from "../host.js";
import { hashOfFile, hashOfText } from "./hash.js";

/** What an analysis asked of its host, with hashes of the answers: the same answers give the same analysis. */
export interface Trace {
  readonly lists: readonly (readonly [folder: string, hash: string])[];
  readonly irregular: readonly (readonly [folder: string, hash: string])[];
  readonly files: readonly (readonly [path: string, hash: string])[];
  readonly kinds: readonly (readonly [path: string, kind: string])[];
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
  const kinds = new Map<string, string>();
  return {
    ...host,
    async kindOf(path) {
      const kind = await host.kindOf(path);
      kinds.set(path, kind);
      return kind;
    },
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
    trace: () => ({ lists: [...lists], irregular: [...irregular], files: [...files], kinds: [...kinds] }),
  };
}

/** What has changed since a trace was taken. */
export interface Changes {
  /** Whether other files are there than before. */
  readonly lists: boolean;
  /** The files that are of another kind than before or have other contents. */
  readonly files: ReadonlySet<string>;
}

/** Compares what a trace noted with what is there now. */
export async function changesSince(host: Host, { lists, irregular, files, kinds }: Trace): Promise<Changes> {
  const changed = new Set<string>();
  for (const [path, kind] of kinds) if ((await host.kindOf(path)) !== kind) changed.add(path);
  for (const [path, hash] of files) if ((await hashIn(host, path)) !== hash) changed.add(path);
  return { lists: await haveChanged(host, lists, irregular), files: changed };
}

async function haveChanged(
  host: Host,
  lists: Trace["lists"],
  irregular: Trace["irregular"],
): Promise<boolean> {
  for (const [folder, hash] of lists) if (hashOfList(await host.listFiles(folder)) !== hash) return true;
  for (const [folder, hash] of irregular)
    if (hashOfList((await host.listIrregularFiles?.(folder)) ?? []) !== hash) return true;
  return false;
}

/** The notes of several hosts that were asked at the same time. */
export function joinTraces(traces: readonly Trace[]): Trace {
  return {
    lists: joined(traces.flatMap(({ lists }) => lists)),
    irregular: joined(traces.flatMap(({ irregular }) => irregular)),
    files: joined(traces.flatMap(({ files }) => files)),
    kinds: joined(traces.flatMap(({ kinds }) => kinds)),
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
