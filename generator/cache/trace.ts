import type { Host } from "../host.js";
import { hashOfFile, hashOfText } from "./hash.js";

/** What an analysis asked of its host, with the answers or their hashes: the same answers give the same analysis. */
export type Trace = readonly Note[];

type Note = readonly [question: Question, path: string, answer: string];
type Question = "kind" | "file" | "list" | "irregular";

/** A host that notes what it is asked. */
export interface TracingHost extends Host {
  trace(): Trace;
}

/** Notes what a host is asked and what it answers. */
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
      note("file", path, hashOfFile(bytes));
      return bytes;
    },
    trace: () => [...notes.values()],
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

/** Whether a note is about one file, and not about which files there are. */
export function isOfFile([question]: Note): boolean {
  return question === "file" || question === "kind";
}

/** The notes of several hosts. What was answered differently has changed in between, so that no later answer counts as the same. */
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
  return hashOfText(paths.toSorted().join("\n"));
}

/** Stands for the hash of a file that cannot be read: reading its text reports why. */
const unreadable = "unreadable";

/** The hash of a file as it is now, whether or not it can be read. */
export async function hashIn(host: Host, path: string): Promise<string> {
  try {
    return hashOfFile(await host.readFile(path));
  } catch {
    return unreadable;
  }
}
