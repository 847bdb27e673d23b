// Swaps a directory for a link to another and back, as fast as it can; for the race test.
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { directory, outside, swaps } = workerData;

// The code under test may recreate the directory while it is moved aside.
function insist(action) {
  for (;;) {
    try {
      rmSync(directory, { recursive: true, force: true });
      return action();
    } catch (error) {
      if (!["EEXIST", "ENOTDIR", "ENOTEMPTY"].includes(error.code)) throw error;
    }
  }
}

for (let swap = 0; swap < swaps; swap++) {
  renameSync(directory, `${directory}.aside`);
  insist(() => symlinkSync(outside, directory));
  insist(() => renameSync(`${directory}.aside`, directory));
}
