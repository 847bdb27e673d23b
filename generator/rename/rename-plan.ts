import { nameTool } from "../names/tool-names.js";

/** A range of a text and its replacement. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A place that a person has to check, because its meaning is unclear. */
export interface UndecidedPlace {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Changes to one file. */
export interface FileRename {
  readonly path: string;
  /** The path afterwards. */
  readonly newPath: string;
  readonly before: string;
  readonly after: string;
}

/** All changes of a rename. */
export interface RenamePlan {
  readonly files: readonly FileRename[];
  readonly undecided: readonly UndecidedPlace[];
}

/** Replaces ranges of a text; a duplicate range is replaced once. */
export function applySpans(text: string, spans: readonly Span[]): string {
  const unique = new Map(spans.map((span) => [`${span.from}:${span.to}`, span]));
  let result = text;
  for (const { from, to, text: inserted } of [...unique.values()].toSorted((a, b) => b.from - a.from))
    result = result.slice(0, from) + inserted + result.slice(to);
  return result;
}

/** The lines that match a pattern outside of the replaced ranges. */
export function placesOf(
  file: string,
  text: string,
  pattern: RegExp,
  known: readonly Span[],
): UndecidedPlace[] {
  return [...text.matchAll(pattern)].flatMap(({ index }) => {
    if (known.some(({ from, to }) => index >= from && index < Math.max(to, from + 1))) return [];
    const lineStart = text.lastIndexOf("\n", index) + 1;
    const [line = ""] = text.slice(lineStart).split("\n", 1);
    return [{ file, line: text.slice(0, index).split("\n").length, text: line.trim() }];
  });
}

/** Matches a whole word that does not follow one of the characters in `before`. */
export function wordPattern(word: string, before = "", lookahead = ""): RegExp {
  return new RegExp(`(?<![\\w${before}-])${escapePattern(word)}(?![\\w-])${lookahead}`, "g");
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[^\w-]/g, String.raw`\$&`);
}

/** The generated names that change with the id, by their old name. */
export function changedNames(from: string, to: string): ReadonlyMap<string, string> {
  const { file: _file, ...old } = nameTool(from);
  const now = nameTool(to);
  const pairs = Object.entries(old).map(([key, name]) => [name, now[key as keyof typeof now]] as const);
  return new Map(pairs.filter(([before, after]) => before !== after));
}
