import { join } from "node:path";
import type { Project } from "@toolkiln/project";
import { watch } from "chokidar";

/** Editors save in several steps; what comes within this time belongs together. */
const settleMs = 60;

/** Watches manifests, and the code that the executor loads. Returns the function that ends it. */
export function watchProject(
  projects: readonly Project[],
  onChange: (isCode: boolean) => void,
): () => Promise<void> {
  const manifests = projects.map(({ root, config }) => join(root, config.manifests));
  const code = projects.flatMap(({ root, config }) => [join(root, config.tools), join(root, config.out)]);
  const ignored = projects.flatMap(({ root }) => [join(root, "node_modules"), join(root, ".git")]);
  const watcher = watch([...manifests, ...code], {
    ignoreInitial: true,
    ignored,
  });
  let timer: NodeJS.Timeout | undefined;
  let isCode = false;
  watcher.on("all", (_event, path) => {
    isCode ||= code.some((folder) => path.startsWith(folder));
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange(isCode);
      isCode = false;
    }, settleMs);
  });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
