import { readdir, readFile } from "node:fs/promises";

/** The variable by which the processes of a call are found again, wherever in the tree of processes they went. */
export const markerName = "TOOLKILN_CALL";

/**
 * The processes that inherited a mark. A program that starts a session of its own leaves its group and, once its parent
 * has ended, the tree; its environment stays. Only Linux shows that; elsewhere none are found.
 */
export async function markedProcesses(mark: string): Promise<readonly number[]> {
  if (process.platform !== "linux") return [];
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      // Processes of others and those that have just ended cannot be read.
      const environment = await readFile(`/proc/${id}/environ`, "latin1").catch(() => "");
      return environment.split("\0").includes(`${markerName}=${mark}`) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}
