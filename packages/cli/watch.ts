import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { reasonOf, type Project } from "@toolkiln/project";
import { watch } from "chokidar";
import { untilInterrupted } from "./interruption.js";
import { log } from "./output.js";

/** Names of folders in the configuration. */
type Watched = readonly ("manifests" | "tools" | "out")[];

/** Editors save in several steps. */
const debounceMs = 100;

/** Runs the command now and after every change, until Ctrl-C. Each run is a new process, because modules are cached. */
export async function watchAndRun(projects: readonly Project[], watched: Watched): Promise<void> {
  const args = process.argv.slice(1).filter((word) => word !== "--watch");
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    running?.kill();
    running = spawn(process.execPath, args, { stdio: "inherit" });
  };
  const configFiles = projects.flatMap(({ configFile = [] }) => configFile);
  const stop = watchFolders(projects, watched, start, configFiles);
  await start();
  log("Watching for changes; press Ctrl-C to end.");
  await untilInterrupted();
  running?.kill();
  await stop();
}

/** Calls `run` after every change in the folders and files, one call at a time; returns a stop function. */
export function watchFolders(
  projects: readonly Project[],
  watched: Watched,
  run: () => Promise<void>,
  files: readonly string[] = [],
): () => Promise<void> {
  const folders = projects.flatMap(({ root, config }) => watched.map((name) => join(root, config[name])));
  const watcher = watch([...folders, ...files], { ignoreInitial: true });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Print an error and keep watching.
      running = running.then(run).catch(logError);
    }, debounceMs);
  });
  watcher.on("error", logError);
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await running;
  };
}

const logError = (error: unknown): void => log(reasonOf(error));
