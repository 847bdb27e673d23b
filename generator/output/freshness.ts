import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import type { OutputFile } from "../model/compiled-manifest.js";
import { ownershipOf } from "./generated-file.js";

/** The state of a file in the output folder. */
export type FileStatus = "fresh" | "stale" | "missing" | "orphaned" | "edited" | "foreign";

/** A file of the output folder and how it compares with what would be generated. */
export interface FileState {
  readonly path: string;
  readonly status: FileStatus;
  /** The expected contents; absent for unexpected files. */
  readonly wanted?: string;
  readonly found?: string;
  /** The file's stamp before the comparison, if supported by the host. */
  readonly stamp?: string;
}

/** Compares the output folder with what would be generated. Ignores files of other programs. */
export async function compareOutput(
  host: Host,
  folder: string,
  files: readonly OutputFile[],
  /** The states of files that are up to date; used where the expected contents are absent. */
  known: readonly FileState[] = [],
): Promise<FileState[]> {
  const wanted = new Map(files.map((file) => [file.path, file.contents]));
  const states = new Map(known.map((state) => [state.path, state]));
  const present = (await host.listFiles(folder)).filter((path) => isOutput(path.slice(folder.length + 1)));
  const paths = [...new Set([...wanted.keys(), ...present])].toSorted();
  // In a missing folder every file is missing; checking each would take longer than writing it.
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

/** Whether toolkiln writes files at this path. Another project may generate into a subfolder; ignore its files. */
export function isOutput(path: string): boolean {
  return /^(?:tools\/|shared\/)?[^/]+\.ts$/.test(path);
}

/** Compares a file with the expected one; undefined for a file that is neither expected nor generated. */
export async function stateOf(host: Host, path: string, wanted?: string): Promise<FileState | undefined> {
  let bytes: Uint8Array | undefined;
  const stamp = await host.fileStamp?.(path);
  try {
    bytes = await host.readFile(path);
  } catch {
    // A folder or an unreadable file: toolkiln did not write it.
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
  const status = ownership === "ours" || ownership === "conflicted" ? "stale" : ownership;
  return { path, status, wanted, found };
}

/** Rejects an output folder that could make toolkiln write outside the project. */
export async function checkOutputFolder(host: Host, folder: string): Promise<Diagnostic[]> {
  const problem = problemOfPath(folder) ?? (await problemOfFolder(host, folder));
  if (problem === undefined) return [];
  const help = "Set `out` (or --out) to a folder of its own inside the project.";
  return [diagnostic("TK6007", { file: folder }, problem, help)];
}

function problemOfPath(folder: string): string | undefined {
  if (folder === "" || folder === ".") return "The output folder is the project itself.";
  const isAbsolute = folder.startsWith("/") || /^[A-Za-z]:/.test(folder);
  return isAbsolute || folder.split("/").includes("..")
    ? `The output folder \`${folder}\` is outside the project.`
    : undefined;
}

async function problemOfFolder(host: Host, folder: string): Promise<string | undefined> {
  for (const path of [folder, `${folder}/tools`, `${folder}/shared`]) {
    const kind = await host.kindOf(path);
    if (kind === "link")
      return `The output folder \`${path}\` is reached through a symbolic link, so it may be outside the project.`;
    if (kind === "file") return `The output folder \`${path}\` is a file.`;
  }
  return undefined;
}
