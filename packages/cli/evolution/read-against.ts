import { readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { nodeHost } from "@toolkiln/generator";
import { gitHost, readCatalog, readVersion, type ToolVersion } from "@toolkiln/generator/compare";
import { workingFolder, type Project } from "@toolkiln/project";
import { CommandError, type GlobalOptions } from "../command.js";

/** Reads another version of a project: from a catalogue file, a project folder, or a git ref. */
export async function readAgainst(
  against: string,
  { root, prefix, config }: Project,
  options: GlobalOptions,
): Promise<ToolVersion> {
  if (against.trim() === "")
    throw new CommandError("Pass a git ref, folder or exported catalogue with --against (--since for docs).");
  const path = resolve(workingFolder(options), against);
  const kind = statSync(path, { throwIfNoEntry: false });
  if (kind?.isFile() === true) {
    // Diagnostics about removed tools point to the catalogue.
    const file = relative(root, path).split(sep).join("/");
    const catalog = readCatalog(readFileSync(path, "utf8"), file);
    if (catalog !== undefined) return catalog;
    throw new CommandError(
      `${against} is not an exported catalogue. Create one with \`toolkiln export --target catalog\`.`,
    );
  }
  if (kind?.isDirectory() === true) {
    const folder = join(path, prefix);
    const isProject = statSync(join(folder, config.manifests), { throwIfNoEntry: false }) !== undefined;
    // A folder of manifests only.
    const settings = isProject ? config : { ...config, manifests: "." };
    return readVersion(nodeHost(folder), settings, against);
  }
  const host = await gitHost(root, against);
  if (host !== undefined) return readVersion(host, config, against);
  throw new CommandError(
    `\`${against}\` is not a git ref, a folder or an exported catalogue. Check the path, or fetch the ref first with \`git fetch\`.`,
  );
}
