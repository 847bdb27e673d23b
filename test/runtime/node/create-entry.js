// Creates a file, or a directory with a file in it, after the requested delay; for the race test.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ path, kind, delay }) => {
  const until = performance.now() + delay;
  while (performance.now() < until);
  try {
    if (kind === "directory") mkdirSync(path);
    writeFileSync(kind === "directory" ? join(path, "theirs") : path, "theirs", { flag: "wx" });
    parentPort.postMessage(true, []);
  } catch {
    parentPort.postMessage(false, []);
  }
});
