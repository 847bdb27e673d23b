import { join } from "node:path";
import type { Project } from "@toolkiln/project";
import { watch } from "chokidar";
import { handleInterrupt } from "./interruption.js";
import { tell } from "./output.js";

/** Editors save in several steps; what comes within this time belongs together. */
const settleMs = 100;

/** Calls `run` now and after every change of a manifest, one call at a time, until the command is interrupted. */
export async function watchManifests(projects: readonly Project[], run: () => Promise<void>): Promise<void> {
  const watcher = watch(
    projects.map(({ root, config }) => join(root, config.manifests)),
    { ignoreInitial: true },
  );
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const runNext = (): void => {
    // What goes wrong is shown, and the next change gets its chance.
    running = running.then(run).catch((error: unknown) => {
      tell(error instanceof Error ? error.message : String(error));
    });
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(runNext, settleMs);
  });
  watcher.on("error", (error) => tell(error instanceof Error ? error.message : String(error)));
  runNext();
  await running;
  tell("Watching for changes; Ctrl-C ends it.");
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  clearTimeout(timer);
  await watcher.close();
  await running;
}
