import { join } from "node:path";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { manifestSuffix, nameOf } from "../read/find-manifests.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { CodeReader } from "./rename-in-code.js";
import { followTool, renameParameter, renameTool } from "./rename-in-manifest.js";
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

/** What is renamed: a tool, or a parameter of one. */
export interface RenameRequest {
  readonly id: string;
  readonly parameter?: string;
  readonly to: string;
}

/** The project in which something is renamed. */
export interface RenameProject {
  readonly root: string;
  readonly host: Host;
  readonly config: GeneratorConfig;
  readonly models: readonly ToolModel[];
  /** Handwritten files, relative to the root. */
  readonly files: readonly string[];
}

const isCode = /\.[cm]?[jt]sx?$/;

/** Finds all changes of a rename, and the places it cannot decide. Writes nothing. */
export async function planRename(project: RenameProject, request: RenameRequest): Promise<RenamePlan> {
  const { root, host, config, models } = project;
  const { id, parameter, to } = request;
  const own = project.files.filter((file) => !file.startsWith(`${config.out}/`));
  const inCode = codeSpans(project, own, request);
  const manifest = models.find(({ spec }) => spec.id === id)?.origin.file;
  const certain = parameter === undefined ? certainParts(own, id, to) : [];
  const files: FileRename[] = [];
  const undecided: UndecidedPlace[] = [];
  for (const path of own.filter((file) => isCode.test(file) || /\.(?:ya?ml|json|md)$/.test(file))) {
    const before = new TextDecoder().decode(await host.readFile(path));
    const spans = [
      ...(/\.(?:md|json)$/.test(path) ? certain.flatMap(([old, now]) => partSpans(before, old, now)) : []),
      ...(inCode.get(join(root, path)) ?? []),
      ...yamlSpans(path, before, path === manifest, request),
    ];
    const after = applySpans(before, spans);
    const newPath = parameter === undefined ? movedPath(path, id, to) : path;
    if (after !== before || newPath !== path) files.push({ path, newPath, before, after });
    undecided.push(...doubts(path, before, request).flatMap((doubt) => placesOf(path, before, doubt, spans)));
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
  if (parameter !== undefined) return reader.followParameter(id, parameter, to);
  const wireName = models.find(({ spec }) => spec.id === id)?.spec.wireName;
  const derived = id.replaceAll("-", "_");
  // A string of several words that equals the wire name almost certainly means the tool.
  const isCertain = wireName === derived && derived.includes("_");
  return reader.followTool(id, to, new Map(isCertain ? [[derived, to.replaceAll("-", "_")]] : []));
}

/** Text that can only mean the tool: the path of a file that moves, a command, code. */
function certainParts(files: readonly string[], id: string, to: string): (readonly [string, string])[] {
  const shown = ["`#`", "toolkiln run #", "toolkiln show #", "toolkiln test #"];
  return [
    ...files.map((path) => [path, movedPath(path, id, to)] as const).filter(([path, now]) => path !== now),
    ...shown.map((text) => [text.replace("#", id), text.replace("#", to)] as const),
  ];
}

/** Patterns for undecided places: the tool's names, or keys like the parameter in code that mentions the tool. */
function doubts(path: string, text: string, { id, parameter, to }: RenameRequest): RegExp[] {
  const words = [...new Set([id, ...changedNames(id, to).keys()])].map((word) => wordPattern(word));
  if (parameter === undefined) return words;
  const isNear = isCode.test(path) && words.some((word) => text.search(word) >= 0);
  return isNear ? [wordPattern(parameter, ".", String.raw`(?=\s*[:,}])`)] : [];
}

function partSpans(text: string, part: string, to: string): Span[] {
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
  return [...(isOwn ? renameTool(source, id, to) : []), ...followTool(source, id, to)];
}

/** A file that is named after the tool gets the tool's new name. */
function movedPath(path: string, from: string, to: string): string {
  const name = nameOf(path);
  if (name !== `${from}${manifestSuffix}` && !name.startsWith(`${from}.`)) return path;
  return path.slice(0, -name.length) + to + name.slice(from.length);
}
