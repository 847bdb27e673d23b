import type { Host } from "../host.js";
import type { FileState } from "./freshness.js";

/** What was done with a file. */
export interface WrittenFile {
  readonly path: string;
  readonly status: "written" | "unchanged" | "deleted" | "edited";
}

/** Writes what differs and deletes what is orphaned; edited and foreign files stay unless forced. */
export async function writeOutput(
  host: Host,
  states: readonly FileState[],
  options: { readonly force: boolean; readonly dryRun: boolean },
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const state of states) {
    const status = decide(state, options.force);
    if (!options.dryRun && status === "written") await host.writeFile(state.path, state.wanted ?? "");
    if (!options.dryRun && status === "deleted") await host.deleteFile(state.path);
    written.push({ path: state.path, status });
  }
  return written;
}

function decide({ status, wanted }: FileState, force: boolean): WrittenFile["status"] {
  switch (status) {
    case "fresh":
      return "unchanged";
    case "stale":
    case "missing":
      return "written";
    case "orphaned":
      return "deleted";
    case "edited":
      if (!force) return "edited";
      return wanted === undefined ? "deleted" : "written";
    case "foreign":
      return "edited";
    default:
      return status satisfies never;
  }
}
