import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nodeHost } from "@toolkiln/generator";
import type { ImportPlan, ImportProject } from "../import-plan.js";
import { SourceError } from "../source/import-report.js";

/** Writes the files of a plan. A file that appeared in the meantime stays, and nothing is written through a link. */
export async function writeImport({ root }: ImportProject, { files }: ImportPlan): Promise<void> {
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
      const target = join(root, path);
      await mkdir(dirname(target), { recursive: true });
      const file = await open(target, "wx");
      written.push(target);
      await file.writeFile(contents).finally(() => file.close());
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
}
