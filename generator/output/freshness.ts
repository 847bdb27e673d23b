import type { Host } from "../host.js";
import type { OutputFile } from "../model/compiled-manifest.js";
import { ownershipOf } from "./generated-file.js";

/** What is the matter with a file of the output folder. */
export type FileStatus = "fresh" | "stale" | "missing" | "orphaned" | "edited" | "foreign";

/** A file of the output folder and how it compares with what would be generated. */
export interface FileState {
  readonly path: string;
  readonly status: FileStatus;
  /** What would be generated; absent for files that would not be. */
  readonly wanted?: string;
  readonly found?: string;
  /** The file's stamp from before it was compared, where the host has one. */
  readonly stamp?: string;
}

/** Compares the output folder with what would be generated. Files that are not ours are left out. */
export async function compareOutput(
  host: Host,
  folder: string,
  files: readonly OutputFile[],
  /** Files that are known to be as they should be, unless other contents are wanted now. */
  known: readonly FileState[] = [],
): Promise<FileState[]> {
  const wanted = new Map(files.map((file) => [file.path, file.contents]));
  const states = new Map(known.map((state) => [state.path, state]));
  const present = (await host.listFiles(folder)).filter((path) => isOurPlace(path.slice(folder.length + 1)));
  const paths = [...new Set([...wanted.keys(), ...present])].toSorted();
  // In an empty folder every file is missing; asking for each would take longer than writing it.
  const isEmpty = (await host.kindOf(folder)) === "missing";
  const found = await Promise.all(
    paths.map(async (path): Promise<FileState | undefined> => {
      const contents = wanted.get(path);
      if (contents === undefined && wanted.has(path)) return states.get(path);
      if (isEmpty && contents !== undefined) return { path, status: "missing", wanted: contents };
      return stateOf(host, path, contents);
    }),
  );
  return found.filter((state) => state !== undefined);
}

/** Where files of ours lie. Another project may generate into a folder below; its files are none of our business. */
export function isOurPlace(path: string): boolean {
  return /^(?:tools\/|shared\/)?[^/]+\.ts$/.test(path);
}

/** How a file compares with what is wanted in its place; undefined for one that is neither wanted nor ours. */
export async function stateOf(
  host: Host,
  path: string,
  wanted: string | undefined,
): Promise<FileState | undefined> {
  let bytes: Uint8Array | undefined;
  const stamp = await host.fileStamp?.(path);
  try {
    bytes = await host.readFile(path);
  } catch {
    // What cannot be read, such as a folder of that name, cannot be ours.
    return wanted === undefined ? undefined : { path, status: "foreign", wanted };
  }
  if (bytes === undefined) return wanted === undefined ? undefined : { path, status: "missing", wanted };
  const found = new TextDecoder().decode(bytes);
  if (wanted !== undefined && found.replaceAll("\r\n", "\n") === wanted)
    return { path, status: "fresh", wanted, found, ...(stamp !== undefined && { stamp }) };
  const ownership = ownershipOf(found);
  if (wanted === undefined) {
    if (ownership === "foreign") return undefined;
    return { path, status: ownership === "edited" ? "edited" : "orphaned", found };
  }
  const status = ownership === "ours" || ownership === "torn" ? "stale" : ownership;
  return { path, status, wanted, found };
}
