import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Project } from "@toolkiln/project";
import { watch } from "chokidar";
import { handleInterrupt } from "./interruption.js";
import { log } from "./output.js";

/** Editors save in several steps; changes within this time belong together. */
const settleMs = 100;

/** Calls `run` now and after every change of a manifest, one call at a time, until the command is interrupted. */
export async function watchManifests(projects: readonly Project[], run: () => Promise<void>): Promise<void> {
  const folders = projects.map(({ root, config }) => join(root, config.manifests));
  const stop = watchFolders(folders, run);
  await run().catch(logError);
  log("Watching for changes; press Ctrl-C to end.");
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  await stop();
}

/**
 * Runs the command again whenever a file of the projects changes, until it is interrupted. Each run is a process of
 * its own, because modules that were imported once stay as they were.
 */
export async function watchAndRun(projects: readonly Project[], args: readonly string[]): Promise<void> {
  const folders = projects.flatMap(({ root, config }) =>
    [config.manifests, config.tools, config.out].map((folder) => join(root, folder)),
  );
  let running: ChildProcess | undefined;
  const start = (): void => {
    running?.kill();
    running = spawn(process.execPath, [process.argv[1] ?? "", ...args], { stdio: "inherit" });
  };
  const stop = watchFolders(folders, async () => {
    log("");
    start();
  });
  start();
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  running?.kill();
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
      // An error is printed, and the next change runs again.
      running = running.then(run).catch(logError);
    }, settleMs);
  });
  watcher.on("error", logError);
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await running;
  };
}

function logError(error: unknown): void {
  log(error instanceof Error ? error.message : String(error));
}
