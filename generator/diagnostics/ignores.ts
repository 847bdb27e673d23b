import type { ManifestSource } from "../read/manifest-source.js";
import {
  diagnostic,
  diagnosticCatalog,
  diagnosticCodes,
  findCode,
  isIgnorable,
  isError,
  type DiagnosticCode,
  type Diagnostic,
  type Range,
} from "./diagnostic.js";
import { didYouMean, Suggestions } from "./suggest.js";

interface Ignore {
  readonly file: string;
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly range: Range;
}

/** The ignore comments of one file, and the diagnostics of malformed ones. */
export interface FileIgnores {
  readonly file: string;
  readonly ignores: readonly Ignore[];
  readonly malformed: readonly Diagnostic[];
}

/**
 * Removes diagnostics that `# toolkiln-ignore CODE: reason` ignores, on the same line or, for a comment line, on the
 * next line with content. Reports comments that are malformed or unused.
 */
export function applyIgnores(
  diagnostics: readonly Diagnostic[],
  files: readonly FileIgnores[],
): Diagnostic[] {
  const { kept, unused } = matchIgnores(diagnostics, files);
  const wrong = new Set(kept.filter(isError).map(({ file }) => file));
  const reported = unused.filter((ignore) => !isSkipped(ignore, wrong)).map(describeUnused);
  return [...kept, ...files.flatMap(({ malformed }) => malformed), ...reported];
}

/** The diagnostics that no comment ignores, and the comments that ignore nothing. */
export function matchIgnores<Found extends Diagnostic>(
  diagnostics: readonly Found[],
  files: readonly FileIgnores[],
): { readonly kept: readonly Found[]; readonly unused: readonly Ignore[] } {
  const keyOf = (file: string, line: number, code: DiagnosticCode): string => `${code} ${line} ${file}`;
  const all = files.flatMap(({ ignores }) => ignores);
  const byPlace = new Map(all.map((ignore) => [keyOf(ignore.file, ignore.line, ignore.code), ignore]));
  const ignoreOf = ({ file, range, code }: Diagnostic) => byPlace.get(keyOf(file, range.start.line, code));
  const used = new Set(diagnostics.map(ignoreOf));
  const kept = diagnostics.filter((one) => ignoreOf(one) === undefined);
  return { kept, unused: all.filter((ignore) => !used.has(ignore)) };
}

/** Whether the code was not checked: TK5 rules skip manifests with errors, only `toolkiln breaking` checks TK7. */
function isSkipped({ code, file }: Ignore, wrong: ReadonlySet<string>): boolean {
  return code.startsWith("TK7") || (code.startsWith("TK5") && wrong.has(file));
}

/** Maximum codes per comment; to ignore more, use several comments. */
const maxCodes = 20;

/** Finds the ignore comments of a file; empty when there are none. */
export function findIgnores(source: ManifestSource): FileIgnores[] {
  if (!source.text.includes("toolkiln-ignore")) return [];
  const { file } = source;
  const ignores: Ignore[] = [];
  const malformed: Diagnostic[] = [];
  const lines = source.text.split("\n");
  const next = nextContentLines(lines);
  const codes = new Suggestions(diagnosticCodes.flatMap((code) => [code, diagnosticCatalog[code].name]));
  for (const { offset, text } of source.syntax.comments) {
    const comment = text.trimEnd();
    const [start] = /^#+\s*toolkiln-ignore\b/.exec(comment) ?? [];
    if (start === undefined) continue;
    // The codes are before the first colon, the reason after it.
    const [listed = "", ...reasons] = comment.slice(start.length).split(":");
    const names = listed.split(/[\s,]+/, maxCodes + 2).filter((name) => name !== "");
    const range = source.rangeOf(offset, offset + comment.length);
    const report = (message: string, help: string): unknown =>
      malformed.push(diagnostic("TK2025", { file, range }, message, help));
    const problem = problemOf(names, reasons.join(":").trim());
    if (problem !== undefined) {
      report(problem, "Write `# toolkiln-ignore <code>: <reason>`.");
      continue;
    }
    // A trailing comment applies to its line; a comment line applies to the next line with content.
    const { line: own, column } = range.start;
    const isAlone = (lines[own - 1] ?? "").slice(0, column - 1).trim() === "";
    const line = isAlone ? (next[own] ?? own + 1) : own;
    for (const name of names) {
      const code = findCode(name);
      if (code === undefined) {
        const help = didYouMean(codes.nearest(name)).trim() || "`toolkiln explain` lists the codes.";
        report(`\`${name}\` is not a diagnostic code.`, help);
      } else if (isIgnorable(code)) ignores.push({ file, code, line, range });
      else {
        const message = `${code} ${diagnosticCatalog[code].name} cannot be ignored.`;
        report(message, "Generated code would be wrong. Fix the error instead of ignoring it.");
      }
    }
  }
  return ignores.length + malformed.length > 0 ? [{ file, ignores, malformed }] : [];
}

function problemOf(names: readonly string[], reason: string): string | undefined {
  if (names.length === 0) return "The comment names no code.";
  if (names.length > maxCodes) return `The comment names more than ${maxCodes} codes.`;
  return reason === "" ? "The ignore comment has no reason." : undefined;
}

/** For each line, counted from 1, the number of the next line with content other than comments. */
function nextContentLines(lines: readonly string[]): number[] {
  const next: number[] = [];
  let following = lines.length + 1;
  for (let line = lines.length; line > 0; line--) {
    next[line] = following;
    if (!/^\s*(#.*)?$/.test(lines[line - 1] ?? "")) following = line;
  }
  return next;
}

function describeUnused({ file, code, range }: Ignore): Diagnostic {
  const message = `The comment ignores ${code} ${diagnosticCatalog[code].name}, which does not occur here.`;
  const help = "Remove the comment, or put it on the line of the diagnostic or the line above.";
  return diagnostic("TK2026", { file, range }, message, help);
}
