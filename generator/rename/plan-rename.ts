import { join } from "node:path";
import type { ToolModel } from "../model/tool-model.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { referenceMark } from "../reference/render-reference.js";
import { CodeEdits, isCode } from "./rename-in-code.js";
import { toolUseEdits, parameterEdits, idEdits } from "./rename-in-manifest.js";
import {
  applyEdits,
  changedNames,
  movedPath,
  editsOf,
  wordPattern,
  type RenamePlan,
  type RenameProject,
  type RenameRequest,
  type Edit,
} from "./rename-plan.js";

/** Finds all edits of a rename, and places that a person must check. Writes nothing. */
export async function planRename(project: RenameProject, request: RenameRequest): Promise<RenamePlan> {
  const { root, host, config, models } = project;
  const isTool = request.parameter === undefined;
  const own = project.files.filter(
    (file) => !file.startsWith(`${config.out}/`) && (isCode.test(file) || /\.(?:ya?ml|json|md)$/.test(file)),
  );
  const code = new CodeEdits(project, own);
  const inCode = isTool ? code.toolEdits(request, wireNames(models, request)) : code.parameterEdits(request);
  const manifest = models.find(({ spec }) => spec.id === request.id)?.origin.file;
  const safe = isTool ? safeTexts(own, request) : [];
  const files: RenamePlan["files"][number][] = [];
  const undecided = new Map<string, RenamePlan["undecided"][number]>();
  for (const path of own) {
    const before = new TextDecoder().decode(await host.readFile(path));
    if (before.startsWith(referenceMark)) continue;
    const texts = /\.(?:md|json)$/.test(path) ? safe : [];
    const edits = [
      ...texts.flatMap(([old, now]) => editsOf(before, wordPattern(old), now)),
      ...(inCode.get(join(root, path)) ?? []),
      ...yamlEdits(path, before, path === manifest, request),
    ];
    const after = applyEdits(before, edits);
    const newPath = isTool ? movedPath(path, request) : path;
    if (after !== before || newPath !== path) files.push({ path, newPath, before, after });
    for (const { from: at } of unclearPlaces(path, before, request)) {
      if (edits.some(({ from, to }) => at >= from && at < Math.max(to, from + 1))) continue;
      const line = applyEdits(
        before.slice(0, at),
        edits.filter(({ to }) => to <= at),
      ).split("\n").length;
      const text = after.split("\n")[line - 1]?.trim() ?? "";
      if (!text.startsWith("renamedFrom:"))
        undecided.set(`${line}:${newPath}`, { file: newPath, line, text });
    }
  }
  return { files, undecided: [...undecided.values()] };
}

/** The wire name and its replacement; a string of several words that equals it almost always means the tool. */
function wireNames(models: readonly ToolModel[], { id, to }: RenameRequest): ReadonlyMap<string, string> {
  const derived = id.replaceAll("-", "_");
  const isSafe = derived !== id && models.some(({ spec }) => spec.id === id && spec.wireName === derived);
  return new Map(isSafe ? [[derived, to.replaceAll("-", "_")]] : []);
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
  if (parameter !== undefined) return parameterEdits(source, { id, parameter, to }, isOwn);
  return [...(isOwn ? idEdits(source, id, to) : []), ...toolUseEdits(source, id, to)];
}
