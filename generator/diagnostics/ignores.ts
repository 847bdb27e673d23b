import type { ManifestSource } from "../read/manifest-source.js";
import {
  diagnostic,
  diagnosticCatalog,
  diagnosticCodes,
  findCode,
  isIgnorable,
  type DiagnosticCode,
} from "./catalog.js";
import { isError, type Diagnostic, type Range } from "./diagnostic.js";
import { Suggestions } from "./suggest.js";

/** A comment that silences diagnostics of one line. */
interface Ignore {
  readonly file: string;
  readonly code: DiagnosticCode;
  /** The line that it speaks about. */
  readonly line: number;
  /** Where the comment itself stands. */
  readonly range: Range;
}

/** The comments of one file that silence diagnostics, and what is wrong with others that are meant to. */
export interface FileIgnores {
  readonly file: string;
  readonly ignores: readonly Ignore[];
  readonly malformed: readonly Diagnostic[];
}

/**
 * Takes out what `# toolkiln-ignore CODE: reason` silences, on its own line or above the line it speaks about,
 * and reports comments that are malformed or silence nothing.
 */
export function applyIgnores(
  diagnostics: readonly Diagnostic[],
  files: readonly FileIgnores[],
): Diagnostic[] {
  const silenced = new Set<Ignore>();
  const kept = withoutIgnored(diagnostics, files, (ignore) => silenced.add(ignore));
  const wrong = new Set(kept.filter(isError).map(({ file }) => file));
  const unused = files
    .flatMap(({ ignores }) => ignores)
    .filter((ignore) => !silenced.has(ignore) && !isUnasked(ignore, wrong))
    .map(describeUnused);
  return [...kept, ...files.flatMap(({ malformed }) => malformed), ...unused];
}

/** The diagnostics that no comment silences; calls back for each comment that silences another one. */
export function withoutIgnored(
  diagnostics: readonly Diagnostic[],
  files: readonly FileIgnores[],
  onUse: (ignore: Ignore) => void = () => undefined,
): readonly Diagnostic[] {
  if (files.length === 0) return diagnostics;
  const byPlace = new Map<string, Ignore>(
    files.flatMap(({ ignores }) =>
      ignores.map((ignore) => [keyOf(ignore.file, ignore.line, ignore.code), ignore] as const),
    ),
  );
  return diagnostics.filter(({ file, range, code }) => {
    const ignore = byPlace.get(keyOf(file, range.start.line, code));
    if (ignore !== undefined) onUse(ignore);
    return ignore === undefined;
  });
}

/** Rules over lowered tools do not see a manifest with errors, and changes are the matter of `toolkiln breaking`. */
function isUnasked({ code, file }: Ignore, wrong: ReadonlySet<string>): boolean {
  return code.startsWith("TK7") || (code.startsWith("TK5") && wrong.has(file));
}

function keyOf(file: string, line: number, code: DiagnosticCode): string {
  return `${code} ${line} ${file}`;
}

const marker = /^#+\s*toolkiln-ignore\b/;
/** Codes that one comment may name; whoever wants more silences a file. */
const mostCodes = 20;

/** What a comment says: the codes before its first colon, and the reason behind it; undefined when it is none of ours. */
function partsOf(
  comment: string,
): { readonly names: readonly string[]; readonly reason: string } | undefined {
  const start = marker.exec(comment)?.[0];
  if (start === undefined) return undefined;
  const said = comment.slice(start.length);
  const colon = said.indexOf(":");
  const codes = colon < 0 ? said : said.slice(0, colon);
  const names = codes.split(/[\s,]+/, mostCodes + 2).filter((name) => name !== "");
  return { names, reason: colon < 0 ? "" : said.slice(colon + 1).trim() };
}

/** Finds the comments of a file that are meant to silence diagnostics; nothing when there are none. */
export function findIgnores(source: ManifestSource): FileIgnores[] {
  if (!source.text.includes("toolkiln-ignore")) return [];
  const ignores: Ignore[] = [];
  const malformed: Diagnostic[] = [];
  const codes = new Suggestions(diagnosticCodes.flatMap((code) => [code, diagnosticCatalog[code].name]));
  let nextContent: readonly number[] | undefined;
  for (const { offset, text } of source.comments) {
    const parts = partsOf(text.trimEnd());
    if (parts === undefined) continue;
    const { names, reason } = parts;
    const { file } = source;
    const range = source.rangeOf(offset, offset + text.trimEnd().length);
    const complain = (message: string, help: string): void => {
      malformed.push(diagnostic("TK2025", { file, range }, message, { help }));
    };
    const flaw = flawOf(names, reason);
    if (flaw !== undefined) {
      complain(flaw, "Write `# toolkiln-ignore TK2018: why it is right here`.");
      continue;
    }
    for (const name of names) {
      const code = findCode(name);
      if (code === undefined) complain(`\`${name}\` is not a diagnostic code.`, suggestCode(name, codes));
      else if (!isIgnorable(code)) {
        complain(
          `${code} ${diagnosticCatalog[code].name} cannot be ignored.`,
          "It would make generated code or a type lie; fix what it points at.",
        );
      } else {
        nextContent ??= linesOfContent(source.text);
        ignores.push({ file, code, line: targetLine(source, offset, nextContent), range });
      }
    }
  }
  const found = ignores.length > 0 || malformed.length > 0;
  return found ? [{ file: source.file, ignores, malformed }] : [];
}

function flawOf(names: readonly string[], reason: string): string | undefined {
  if (names.length === 0) return "The comment names no code.";
  if (names.length > mostCodes) return `The comment names more than ${mostCodes} codes.`;
  return reason === "" ? "The comment gives no reason." : undefined;
}

function suggestCode(name: string, codes: Suggestions): string {
  const near = codes.nearest(name);
  return near === undefined ? "`toolkiln explain` lists the codes." : `Did you mean \`${near}\`?`;
}

/** A comment behind something speaks about its line; one that stands alone about the next line with content. */
function targetLine(source: ManifestSource, offset: number, nextContent: readonly number[]): number {
  const { line, column } = source.positionOf(offset);
  const before = source.text.slice(offset - column + 1, offset);
  return before.trim() === "" ? (nextContent[line] ?? line + 1) : line;
}

/** For each line, counted from 1, the next one after it with more than a comment. */
function linesOfContent(text: string): number[] {
  const lines = text.split("\n");
  const next: number[] = [];
  let following = lines.length + 1;
  for (let line = lines.length; line > 0; line--) {
    next[line] = following;
    if (!/^\s*(#.*)?$/.test(lines[line - 1] ?? "")) following = line;
  }
  return next;
}

function describeUnused({ file, code, range }: Ignore): Diagnostic {
  const place = { file, range };
  return diagnostic("TK2026", place, `There is no ${code} ${diagnosticCatalog[code].name} to ignore here.`, {
    help: "Remove the comment, or put it on the line of the diagnostic or the line above.",
  });
}
