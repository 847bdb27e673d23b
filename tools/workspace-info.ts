import { basename, dirname, extname } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";
import type { Workspace } from "@toolkiln/runtime/node";
import { workspaceInfo, type WorkspaceInfoData } from "../generated/tools/workspace-info.js";
import { walk } from "./support/walk.js";
import { openWorkspace } from "./support/workspace.js";

const maxFiles = 50_000;
const maxLanguages = 20;
const maxManifestBytes = 1_000_000;

type Directory = WorkspaceInfoData["tree"];

export const tool = workspaceInfo.implement(async ({ maxDepth }, context) => {
  const workspace = await openWorkspace(context);
  const tree: Directory = { name: ".", files: 0, directories: [] };
  const extensions = new Map<string, number>();
  let files = 0;
  for await (const { path, type } of walk({ workspace, start: ".", signal: context.signal })) {
    const folder = type === "directory" ? path : dirname(path);
    // A file below the shown levels is counted in the deepest directory that is shown.
    const directory = directoryAt(tree, folder.split("/").slice(0, maxDepth));
    if (type === "directory") continue;
    files++;
    if (files > maxFiles) break;
    directory.files++;
    const extension = extname(path);
    if (extension !== "") extensions.set(extension, (extensions.get(extension) ?? 0) + 1);
  }
  const languages = [...extensions]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, maxLanguages)
    .map(([extension, count]) => ({ extension, files: count }));
  const names = new Set(await workspace.list("."));
  const [packageManager] = packageManagers.find(([, ...all]) => all.some((file) => names.has(file))) ?? [
    "unknown",
  ];
  const scripts = await scriptsOf(workspace);
  return {
    name: basename(workspace.root),
    tree,
    files,
    languages,
    packageManager,
    scripts,
    truncated: files > maxFiles,
  };
});

/** Finds a directory in the tree, or adds it. The walk is depth first, so only the last directory of a level can match. */
function directoryAt(parent: Directory, [name, ...below]: readonly string[]): Directory {
  if (name === undefined || name === ".") return parent;
  const last = parent.directories.at(-1);
  if (last?.name === name) return directoryAt(last, below);
  const added: Directory = { name, files: 0, directories: [] };
  parent.directories.push(added);
  return directoryAt(added, below);
}

/** Package managers by their files, the most specific first. */
const packageManagers: readonly (readonly [WorkspaceInfoData["packageManager"], ...files: string[]])[] = [
  ["pnpm", "pnpm-lock.yaml"],
  ["yarn", "yarn.lock"],
  ["bun", "bun.lock", "bun.lockb"],
  ["npm", "package-lock.json", "package.json"],
  ["cargo", "Cargo.toml"],
  ["go", "go.mod"],
  ["pip", "pyproject.toml", "requirements.txt"],
  ["maven", "pom.xml"],
  ["gradle", "build.gradle", "build.gradle.kts"],
];

/** The scripts of `package.json`; empty when the file is missing or invalid. */
async function scriptsOf(workspace: Workspace): Promise<Record<string, string>> {
  try {
    const bytes = await workspace.readFile("package.json", { maxBytes: maxManifestBytes });
    const manifest: unknown = JSON.parse(bytes.toString("utf8"));
    const scripts = isRecord(manifest) && isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
    return Object.fromEntries(Object.entries(scripts).filter(isText));
  } catch {
    return {};
  }
}
