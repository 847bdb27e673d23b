import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool-model.js";
import { nameTool } from "../names/tool-names.js";

/** The project of the tool. */
export interface RenameProject {
  readonly root: string;
  readonly host: Host;
  readonly config: GeneratorConfig;
  readonly models: readonly ToolModel[];
  /** The files to search, relative to the root; generated ones are skipped. */
  readonly files: readonly string[];
}

/** A tool or parameter, and its new name. */
export interface RenameRequest {
  readonly id: string;
  readonly parameter?: string;
  readonly to: string;
}

/** A range of a text and its replacement. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** All changes of a rename, and the places that a person has to check, because their meaning is unclear. */
export interface RenamePlan {
  readonly files: readonly FileRename[];
  readonly undecided: readonly { readonly file: string; readonly line: number; readonly text: string }[];
}

/** Changes to one file, and its path before and after them. */
export interface FileRename {
  readonly path: string;
  readonly newPath: string;
  readonly before: string;
  readonly after: string;
}

/** Replaces ranges of a text, in its line break style; a duplicate range is replaced once. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const unique = new Map(edits.map((edit) => [`${edit.from}:${edit.to}`, edit]));
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const apply = (result: string, { from, to, text: inserted }: Edit): string =>
    result.slice(0, from) + inserted.replaceAll("\n", lineBreak) + result.slice(to);
  return [...unique.values()].toSorted((a, b) => b.from - a.from).reduce(apply, text);
}

/** The edits that replace all matches of a pattern. */
export function editsOf(text: string, pattern: RegExp, replacement: string, offset = 0): Edit[] {
  return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => {
    const from = offset + index;
    return { from, to: from + length, text: replacement };
  });
}

/** Matches a whole word that does not follow one of the characters in `before`. */
export function wordPattern(word: string, before = "", lookahead = ""): RegExp {
  return new RegExp(`(?<![\\w${before}-])${escapePattern(word)}(?![\\w-])${lookahead}`, "g");
}

export const escapePattern = (text: string): string => text.replaceAll(/[^\w-]/g, String.raw`\$&`);

/** The generated names that change with the id, by their old name. */
export function changedNames(from: string, to: string): ReadonlyMap<string, string> {
  const { file: _file, ...old } = nameTool(from);
  const now = nameTool(to);
  const pairs = Object.entries(old).map(([key, name]) => [name, now[key as keyof typeof now]] as const);
  return new Map(pairs.filter(([before, after]) => before !== after));
}

/** The new path of a file that is named after the tool, or of an import; the same path for other files. */
export function movedPath(path: string, { id, to }: RenameRequest): string {
  return path.replace(new RegExp(String.raw`(^|/)${id}(?=(?:\.[^/]*)?$)`), `$1${to}`);
}
