import { join } from "node:path";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { manifestSuffix, nameOf } from "../read/find-manifests.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { CodeReader } from "./rename-in-code.js";
import { editToolUses, renameParameter, renameTool } from "./rename-in-manifest.js";
import {
  applySpans,
  changedNames,
  placesOf,
  wordPattern,
  type FileRename,
  type RenamePlan,
  type UndecidedPlace,
  type Span,
} from "./rename-plan.js";

/** A tool or parameter, and its new name. */
export interface RenameRequest {
  readonly id: string;
  readonly parameter?: string;
  readonly to: string;
}

/** The project of the tool. */
export interface RenameProject {
  readonly root: string;
  readonly host: Host;
  readonly config: GeneratorConfig;
  readonly models: readonly ToolModel[];
  /** Handwritten files, relative to the root. */
  readonly files: readonly string[];
}

const isCode = /\.[cm]?[jt]sx?$/;

/** Finds all edits of a rename, and places that a person must check. Writes nothing. */
export async function planRename(project: RenameProject, request: RenameRequest): Promise<RenamePlan> {
  const { root, host, config, models } = project;
  const { id, parameter, to } = request;
  const own = project.files.filter((file) => !file.startsWith(`${config.out}/`));
  const inCode = codeSpans(project, own, request);
  const manifest = models.find(({ spec }) => spec.id === id)?.origin.file;
  const safe = parameter === undefined ? safeTexts(own, id, to) : [];
  const files: FileRename[] = [];
  const undecided: UndecidedPlace[] = [];
  for (const path of own.filter((file) => isCode.test(file) || /\.(?:ya?ml|json|md)$/.test(file))) {
    const before = new TextDecoder().decode(await host.readFile(path));
    const spans = [
      ...(/\.(?:md|json)$/.test(path) ? safe.flatMap(([old, now]) => textSpans(before, old, now)) : []),
      ...(inCode.get(join(root, path)) ?? []),
      ...yamlSpans(path, before, path === manifest, request),
    ];
    const after = applySpans(before, spans);
    const newPath = parameter === undefined ? movedPath(path, id, to) : path;
    if (after !== before || newPath !== path) files.push({ path, newPath, before, after });
    undecided.push(...unclear(path, before, request).flatMap((word) => placesOf(path, before, word, spans)));
  }
  return { files, undecided: undecided.filter(({ text }) => !text.startsWith("renamedFrom:")) };
}

function codeSpans(
  { root, config, models }: RenameProject,
  files: readonly string[],
  { id, parameter, to }: RenameRequest,
): ReadonlyMap<string, readonly Span[]> {
  const reader = new CodeReader({
    root,
    files: files.filter((file) => isCode.test(file)).map((file) => join(root, file)),
    generated: join(root, config.out),
    ids: models.map(({ spec }) => spec.id),
  });
  if (parameter !== undefined) return reader.editParameterUses(id, parameter, to);
  const wireName = models.find(({ spec }) => spec.id === id)?.spec.wireName;
  const derived = id.replaceAll("-", "_");
  // A string of several words that equals the wire name almost always means the tool.
  const isSafe = wireName === derived && derived.includes("_");
  return reader.editToolUses(id, to, new Map(isSafe ? [[derived, to.replaceAll("-", "_")]] : []));
}

/** Texts that always mean the tool, with replacements: paths of renamed files, commands, code spans. */
function safeTexts(files: readonly string[], id: string, to: string): (readonly [string, string])[] {
  const shown = ["`#`", "toolkiln run #", "toolkiln show #", "toolkiln test #"];
  return [
    ...files.map((path) => [path, movedPath(path, id, to)] as const).filter(([path, now]) => path !== now),
    ...shown.map((text) => [text.replace("#", id), text.replace("#", to)] as const),
  ];
}

/** Patterns for places to check: names of the tool, or keys named like the parameter in code that mentions the tool. */
function unclear(path: string, text: string, { id, parameter, to }: RenameRequest): RegExp[] {
  const words = [...new Set([id, ...changedNames(id, to).keys()])].map((word) => wordPattern(word));
  if (parameter === undefined) return words;
  const mentionsTool = isCode.test(path) && words.some((word) => text.search(word) >= 0);
  return mentionsTool ? [wordPattern(parameter, ".", String.raw`(?=\s*[:,}])`)] : [];
}

function textSpans(text: string, part: string, to: string): Span[] {
  return [...text.matchAll(wordPattern(part))].map(({ index }) => ({
    from: index,
    to: index + part.length,
    text: to,
  }));
}

function yamlSpans(
  path: string,
  text: string,
  isOwn: boolean,
  { id, parameter, to }: RenameRequest,
): readonly Span[] {
  const isYaml = /\.ya?ml$/.test(path) || /(^|\/)toolkiln\.config\.json$/.test(path);
  const source = isYaml ? parseSource(path, new TextEncoder().encode(text)) : undefined;
  if (!(source instanceof ManifestSource)) return [];
  if (parameter !== undefined) return isOwn ? renameParameter(source, parameter, to) : [];
  return [...(isOwn ? renameTool(source, id, to) : []), ...editToolUses(source, id, to)];
}

/** The new path of a file that is named after the tool; the same path for other files. */
function movedPath(path: string, from: string, to: string): string {
  const name = nameOf(path);
  if (name !== `${from}${manifestSuffix}` && !name.startsWith(`${from}.`)) return path;
  return path.slice(0, -name.length) + to + name.slice(from.length);
}
