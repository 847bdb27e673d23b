import { readdirSync, readFileSync } from "node:fs";

/** The variable by which the processes of a call are found again, wherever in the tree of processes they went. */
export const markerName = "TOOLKILN_CALL";

/**
 * The processes that inherited a mark. A program that starts a session of its own leaves its group and, once its parent
 * has ended, the tree; its environment stays. Only Linux shows that; elsewhere none are found.
 */
export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => environmentOf(id).includes(`${markerName}=${mark}`)).map(Number);
}

function environmentOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1").split("\0");
  } catch {
    // Processes of others and those that have just ended cannot be read.
    return [];
  }
}
