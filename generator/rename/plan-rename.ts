import { join } from "node:path";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { nameTool } from "../model/tool-names.js";
import { manifestSuffix, nameOf } from "../read/find-manifests.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { CodeReader } from "./rename-in-code.js";
import { followTool, renameParameter, renameTool } from "./rename-in-manifest.js";
import {
  applySpans,
  placesOf,
  wordPattern,
  type FileRename,
  type RenamePlan,
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
  /** Files that people write, relative to the root. */
  readonly files: readonly string[];
}

/** Finds everything that a rename changes, and what it cannot decide. Nothing is written. */
export async function planRename(project: RenameProject, request: RenameRequest): Promise<RenamePlan> {
  const { root, host, config, models } = project;
  const { id, parameter, to } = request;
  const own = project.files.filter((file) => !file.startsWith(`${config.out}/`));
  const code = own.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  const reader = new CodeReader({
    root,
    files: code.map((file) => join(root, file)),
    generated: join(root, config.out),
    ids: models.map(({ spec }) => spec.id),
  });
  const inCode =
    parameter === undefined ? reader.followTool(id, to) : reader.followParameter(id, parameter, to);
  const manifest = models.find(({ spec }) => spec.id === id)?.origin.file;
  const words = [id, ...changedNames(id, to)].map((word) => wordPattern(word));
  const moved = own
    .map((path) => [path, movedPath(path, id, to)] as const)
    .filter(([path, now]) => path !== now);
  const plan: { files: FileRename[]; undecided: RenamePlan["undecided"][number][] } = {
    files: [],
    undecided: [],
  };
  for (const path of own.filter((file) => /\.(?:[cm]?[jt]sx?|ya?ml|json|md)$/.test(file))) {
    const before = new TextDecoder().decode(await host.readFile(path));
    const isText = parameter === undefined && /\.(?:md|json)$/.test(path);
    const spans = [
      ...(isText ? moved.flatMap(([old, now]) => pathSpans(before, old, now)) : []),
      ...(inCode.get(join(root, path)) ?? []),
      ...yamlSpans(path, before, path === manifest, request),
    ];
    const after = applySpans(before, spans);
    const newPath = parameter === undefined ? movedPath(path, id, to) : path;
    if (after !== before || newPath !== path) plan.files.push({ path, newPath, before, after });
    // A key of an object whose type says nothing may be the parameter where the tool is spoken of.
    const isNear =
      parameter !== undefined &&
      /\.[cm]?[jt]sx?$/.test(path) &&
      words.some((word) => before.search(word) >= 0);
    const asked =
      parameter === undefined ? words : isNear ? [wordPattern(parameter, ".", String.raw`(?=\s*[:,}])`)] : [];
    for (const pattern of asked) plan.undecided.push(...placesOf(path, before, pattern, spans));
  }
  return {
    files: plan.files,
    undecided: plan.undecided.filter(({ text }) => !text.startsWith("renamedFrom:")),
  };
}

/** Where a text names the whole path of a file that moves. */
function pathSpans(text: string, path: string, to: string): Span[] {
  const pieces = text.split(path).slice(0, -1);
  let from = -path.length;
  return pieces.map((piece) => {
    from += path.length + piece.length;
    return { from, to: from + path.length, text: to };
  });
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

/** Names of generated code that follow from the id, and change with it. */
function changedNames(from: string, to: string): string[] {
  const [old, now] = [nameTool(from), nameTool(to)];
  return Object.entries(old).flatMap(([key, name]) =>
    name === from || now[key as keyof typeof now] === name ? [] : [name],
  );
}
