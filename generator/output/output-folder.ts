import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";

/** Rejects an output folder that could make toolkiln write outside the project. */
export async function checkOutputFolder(host: Host, folder: string): Promise<Diagnostic[]> {
  const problem = wrongPlace(folder) ?? (await wrongFolder(host, folder));
  if (problem === undefined) return [];
  const help = "Set `out` (or --out) to a folder of its own inside the project.";
  return [diagnostic("TK6007", { file: folder }, problem, help)];
}

function wrongPlace(folder: string): string | undefined {
  if (folder === "" || folder === ".") return "The output folder is the project itself.";
  const isAbsolute = folder.startsWith("/") || /^[A-Za-z]:/.test(folder);
  return isAbsolute || folder.split("/").includes("..")
    ? `The output folder ${folder} is outside the project.`
    : undefined;
}

async function wrongFolder(host: Host, folder: string): Promise<string | undefined> {
  for (const path of [folder, `${folder}/tools`, `${folder}/shared`]) {
    const kind = await host.kindOf(path);
    if (kind === "link")
      return `The output folder ${path} is reached through a symbolic link, so it may be outside the project.`;
    if (kind === "file") return `The output folder ${path} is a file.`;
  }
  return undefined;
}
