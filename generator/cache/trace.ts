import type { Host } from "../host.js";
import { hashOf } from "./hash.js";

/** All host calls of an analysis, with the results or their hashes: equal results mean an equal analysis. */
export type Trace = readonly Note[];

type Note = readonly [question: Question, path: string, answer: string];
type Question = "kind" | "file" | "list" | "irregular";

export interface TracingHost extends Host {
  trace(): Trace;
}

/** Records the calls to a host and their results. */
export function tracingHost(host: Host): TracingHost {
  const notes = new Map<string, Note>();
  const note = (question: Question, path: string, answer: string): void =>
    void notes.set(`${question} ${path}`, [question, path, answer]);
  return {
    ...host,
    async kindOf(path) {
      const kind = await host.kindOf(path);
      note("kind", path, kind);
      return kind;
    },
    async listFiles(folder) {
      const found = await host.listFiles(folder);
      note("list", folder, hashOfList(found));
      return found;
    },
    async listIrregularFiles(folder) {
      const found = (await host.listIrregularFiles?.(folder)) ?? [];
      note("irregular", folder, hashOfList(found));
      return found;
    },
    async readFile(path) {
      note("file", path, unreadable);
      const bytes = await host.readFile(path);
      note("file", path, hashOf(bytes));
      return bytes;
    },
    trace: () => [...notes.values()],
  };
}

export interface Changes {
  readonly lists: boolean;
  readonly files: ReadonlySet<string>;
}

export async function changesSince(host: Host, trace: Trace): Promise<Changes> {
  const files = new Set<string>();
  let lists = false;
  for (const note of trace) {
    if ((await ask(host, note)) === note[2]) continue;
    if (isOfFile(note)) files.add(note[1]);
    else lists = true;
  }
  return { lists, files };
}

async function ask(host: Host, [question, path]: Note): Promise<string> {
  if (question === "file") return hashIn(host, path);
  if (question === "kind") return host.kindOf(path);
  const isList = question === "list";
  return hashOfList((await (isList ? host.listFiles(path) : host.listIrregularFiles?.(path))) ?? []);
}

/** Whether a note is about one file, not about a file list. */
export function isOfFile([question]: Note): boolean {
  return question === "file" || question === "kind";
}

/** Merges traces. A call with different results means a change in between: it never counts as unchanged. */
export function joinTraces(traces: readonly Trace[]): Trace {
  const notes = new Map<string, Note>();
  for (const [question, path, answer] of traces.flat()) {
    const key = `${question} ${path}`;
    const [, , known = answer] = notes.get(key) ?? [];
    notes.set(key, [question, path, known === answer ? answer : "changed"]);
  }
  return [...notes.values()];
}

function hashOfList(paths: readonly string[]): string {
  return hashOf(paths.toSorted().join("\n"));
}

/** The hash of an unreadable file: reading its text reports why. */
const unreadable = "unreadable";

/** The current hash of a file, readable or not. */
export async function hashIn(host: Host, path: string): Promise<string> {
  try {
    return hashOf(await host.readFile(path));
  } catch {
    return unreadable;
  }
}
