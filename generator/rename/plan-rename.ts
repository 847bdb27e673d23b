import { join } from "node:path";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { referenceMark } from "../reference/render-reference.js";
import { CodeEdits } from "./rename-in-code.js";
import { toolUseEdits, parameterEdits, idEdits } from "./rename-in-manifest.js";
import {
  applyEdits,
  changedNames,
  movedPath,
  editsOf,
  wordPattern,
  type FileRename,
  type RenamePlan,
  type RenameRequest,
  type Edit,
} from "./rename-plan.js";

/** The project of the tool. */
export interface RenameProject {
  readonly root: string;
  readonly host: Host;
  readonly config: GeneratorConfig;
  readonly models: readonly ToolModel[];
  /** The files to search, relative to the root; generated ones are skipped. */
  readonly files: readonly string[];
}

const isCode = /\.[cm]?[jt]sx?$/;

/** Finds all edits of a rename, and places that a person must check. Writes nothing. */
export async function planRename(project: RenameProject, request: RenameRequest): Promise<RenamePlan> {
  const { root, host, config, models } = project;
  const isTool = request.parameter === undefined;
  const own = project.files.filter(
    (file) => !file.startsWith(`${config.out}/`) && (isCode.test(file) || /\.(?:ya?ml|json|md)$/.test(file)),
  );
  const inCode = codeEdits(project, own, request);
  const manifest = models.find(({ spec }) => spec.id === request.id)?.origin.file;
  const safe = isTool ? safeTexts(own, request) : [];
  const files: FileRename[] = [];
  const undecided: RenamePlan["undecided"][number][] = [];
  for (const path of own) {
    const before = new TextDecoder().decode(await host.readFile(path));
    if (before.startsWith(referenceMark)) continue;
    const edits = [
      ...(/\.(?:md|json)$/.test(path)
        ? safe.flatMap(([old, now]) => editsOf(before, wordPattern(old), now))
        : []),
      ...(inCode.get(join(root, path)) ?? []),
      ...yamlEdits(path, before, path === manifest, request),
    ];
    const after = applyEdits(before, edits);
    const newPath = isTool ? movedPath(path, request) : path;
    if (after !== before || newPath !== path) files.push({ path, newPath, before, after });
    for (const { from: at } of unclearPlaces(path, before, request)) {
      if (edits.some(({ from, to }) => at >= from && at < Math.max(to, from + 1))) continue;
      const line = before.slice(0, at).split("\n").length;
      const text = before.split("\n")[line - 1]?.trim() ?? "";
      const isKnown = undecided.at(-1)?.file === path && undecided.at(-1)?.line === line;
      if (!isKnown && !text.startsWith("renamedFrom:")) undecided.push({ file: path, line, text });
    }
  }
  return { files, undecided };
}

function codeEdits(
  { root, config, models }: RenameProject,
  files: readonly string[],
  request: RenameRequest,
): ReadonlyMap<string, readonly Edit[]> {
  const code = new CodeEdits({
    root,
    files: files.filter((file) => isCode.test(file)).map((file) => join(root, file)),
    generated: join(root, config.out),
    ids: models.map(({ spec }) => spec.id),
  });
  const { id, parameter, to } = request;
  if (parameter !== undefined) return code.parameterEdits(id, parameter, to);
  const wireName = models.find(({ spec }) => spec.id === id)?.spec.wireName;
  const derived = id.replaceAll("-", "_");
  // A string of several words that equals the wire name almost always means the tool.
  const isSafe = wireName === derived && derived.includes("_");
  return code.toolEdits(request, new Map(isSafe ? [[derived, to.replaceAll("-", "_")]] : []));
}

/** Texts that always mean the tool, with replacements: paths of renamed files, commands, code spans. */
function safeTexts(files: readonly string[], request: RenameRequest): (readonly [string, string])[] {
  const shown = ["`#`", "toolkiln run #", "toolkiln show #", "toolkiln test #"];
  return [
    ...files.map((path) => [path, movedPath(path, request)] as const).filter(([path, now]) => path !== now),
    ...shown.map((text) => [text.replace("#", request.id), text.replace("#", request.to)] as const),
  ];
}

/** The places to check: names of the tool, or keys named like the parameter in code that mentions the tool. */
function unclearPlaces(path: string, text: string, { id, parameter, to }: RenameRequest): Edit[] {
  const words = new Set([id, ...changedNames(id, to).keys()]);
  const names = [...words].flatMap((word) => editsOf(text, wordPattern(word), to));
  if (parameter === undefined) return names;
  const mentionsTool = isCode.test(path) && names.length > 0;
  return mentionsTool ? editsOf(text, wordPattern(parameter, ".", String.raw`(?=\s*[:,}])`), to) : [];
}

function yamlEdits(path: string, text: string, isOwn: boolean, request: RenameRequest): readonly Edit[] {
  const isYaml = /\.ya?ml$/.test(path) || /(^|\/)toolkiln\.config\.json$/.test(path);
  const source = isYaml ? parseSource(path, new TextEncoder().encode(text)) : undefined;
  if (!(source instanceof ManifestSource)) return [];
  const { id, parameter, to } = request;
  if (parameter !== undefined) return isOwn ? parameterEdits(source, parameter, to) : [];
  return [...(isOwn ? idEdits(source, id, to) : []), ...toolUseEdits(source, id, to)];
}
