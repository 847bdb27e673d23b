import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** Runs a function in a temporary folder with copied folders and files, then removes the folder. */
export async function inFreshWorkspace<T>(
  files: Readonly<Record<string, string>>,
  templates: readonly string[],
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolkiln-test-")));
  try {
    for (const template of templates) await cp(template, folder, { recursive: true });
    for (const [path, contents] of Object.entries(files)) {
      const target = resolve(folder, path);
      const relativePath = relative(folder, target);
      if (relativePath.startsWith("..") || isAbsolute(relativePath))
        throw new Error(`'${path}' is outside the test's workspace.`);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, contents);
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
