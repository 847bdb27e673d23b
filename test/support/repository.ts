import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const repositoryRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** Creates a folder in which the repository's packages can be imported; ignored by git. */
export function scratchFolder(name: string): string {
  const parent = join(repositoryRoot, "node_modules", ".cache", "toolkiln-tests");
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `${name}-`));
}

/** Whether the full tests run, which may take minutes and read files next to the repository. */
export const isFullRun: boolean = process.env["FULL_TESTS"] === "true";
