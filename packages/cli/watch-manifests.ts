import { join } from "node:path";
import type { Project } from "@toolkiln/project";
import { watch } from "chokidar";
import { handleInterrupt } from "./interruption.js";
import { tell } from "./output.js";

/** Editors save in several steps; what comes within this time belongs together. */
const settleMs = 100;

/** Calls `run` now and after every change of a manifest, one call at a time, until the command is interrupted. */
export async function watchManifests(projects: readonly Project[], run: () => Promise<void>): Promise<void> {
  const folders = projects.map(({ root, config }) => join(root, config.manifests));
  const stop = watchFolders(folders, run);
  await run().catch(tellError);
  tell("Watching for changes; Ctrl-C ends it.");
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  await stop();
}

/** Calls `run` after every change in the folders, one call at a time; returns the function that ends it. */
export function watchFolders(folders: string[], run: () => Promise<void>): () => Promise<void> {
  const watcher = watch(folders, { ignoreInitial: true });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // What goes wrong is shown, and the next change gets its chance.
      running = running.then(run).catch(tellError);
    }, settleMs);
  });
  watcher.on("error", tellError);
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await running;
  };
}

function tellError(error: unknown): void {
  tell(error instanceof Error ? error.message : String(error));
}
