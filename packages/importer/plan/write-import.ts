import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nodeHost } from "@toolkiln/generator";
import { SourceError } from "../source/import-report.js";
import type { ImportPlan, ImportProject } from "../import-plan.js";

/** Writes the files of a plan. A file that appeared in the meantime stays, and nothing is written through a link. */
export async function writeImport(
  { root }: ImportProject,
  { files }: ImportPlan,
): Promise<readonly string[]> {
  const host = nodeHost(root);
  for (const { path } of files) {
    const kind = await host.kindOf(path);
    if (kind === "missing") continue;
    const found = kind === "link" ? "leads through a symbolic link" : "exists already";
    throw new SourceError("TK6008", path, `${path} ${found}, so nothing was written.`);
  }
  const written: string[] = [];
  try {
    for (const { path, contents } of files) {
      await create(join(root, path), contents);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await rm(join(root, path), { force: true });
    throw error;
  }
  return written;
}

async function create(path: string, contents: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "wx");
  try {
    await file.writeFile(contents);
  } finally {
    await file.close();
  }
}
