import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Project } from "@toolkiln/project";
import { watch } from "chokidar";
import { handleInterrupt } from "../interruption.js";
import { tell } from "../output.js";

/**
 * Runs the command again whenever a file of the projects changes, until it is interrupted. Each run is a process of
 * its own, because modules that were imported once stay as they were.
 */
export async function watchAndRun(projects: readonly Project[], args: readonly string[]): Promise<void> {
  const folders = projects.flatMap(({ root, config }) =>
    [config.manifests, config.tools, config.out].map((folder) => join(root, folder)),
  );
  const watcher = watch(folders, { ignoreInitial: true });
  let running: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    running?.kill();
    running = spawn(process.execPath, [process.argv[1] ?? "", ...args], { stdio: "inherit" });
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      tell("");
      start();
    }, 100);
  });
  start();
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  running?.kill();
  clearTimeout(timer);
  await watcher.close();
}
