import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import { errorReason } from "../diagnostics/file-error.js";
import type { Host } from "../host.js";
import type { FileState } from "./freshness.js";

/** What was done with a file; `edited`: nothing, because it was edited or is not generated. */
export interface WrittenFile {
  readonly path: string;
  readonly status: "written" | "unchanged" | "deleted" | "edited";
  /** The written contents, also in a dry run. */
  readonly contents?: string;
  /** Whether the file did not exist before. */
  readonly isNew?: boolean;
}

/** The outcome of writing; after a failure, the files before the failing one stay written. */
export interface WriteResult {
  readonly files: readonly WrittenFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Stamps of the files that are up to date now, if supported by the host. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** Writes changed files and deletes orphaned ones. Callers leave out files that must stay. */
export async function writeOutput(
  host: Host,
  states: readonly FileState[],
  dryRun: boolean,
): Promise<WriteResult> {
  const files: WrittenFile[] = [];
  const stamps = new Map<string, string>();
  for (const state of states) {
    const status = outcomeOf(state);
    try {
      if (!dryRun && status === "written") await host.writeFile(state.path, state.wanted ?? "");
      if (!dryRun && status === "deleted") await host.deleteFile(state.path);
    } catch (error) {
      return { files, stamps, diagnostics: [cannotWrite(state.path, error)] };
    }
    const stamp = status === "written" ? await host.fileStamp?.(state.path) : state.stamp;
    if (stamp !== undefined) stamps.set(state.path, stamp);
    files.push({
      path: state.path,
      status,
      ...(status === "written" && { contents: state.wanted ?? "", isNew: state.status === "missing" }),
    });
  }
  return { files, stamps, diagnostics: [] };
}

function outcomeOf({ status, wanted }: FileState): WrittenFile["status"] {
  if (status === "fresh") return "unchanged";
  return wanted === undefined ? "deleted" : "written";
}

function cannotWrite(path: string, error: unknown): Diagnostic {
  const help =
    "Make the output folder writable and run `toolkiln generate` again; it picks up where it stopped.";
  return diagnostic("TK6008", { file: path }, `The file cannot be written: ${errorReason(error)}.`, help);
}
