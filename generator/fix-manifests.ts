import type { GeneratorConfig } from "./config.js";
import { applyFixes } from "./diagnostics/apply-fixes.js";
import type { DiagnosticCode } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import { analyze, type Analysis } from "./analyze.js";

/** A change that was made to a manifest. */
export interface AppliedFix {
  /** The diagnostic that it fixed. */
  readonly code: DiagnosticCode;
  readonly file: string;
  /** Where the diagnostic stood when it was fixed. */
  readonly line: number;
  /** What was wrong. */
  readonly message: string;
  /** What was done about it. */
  readonly title: string;
}

/** The outcome of fixing: what is still wrong, and what was changed. */
export interface FixResult extends Analysis {
  /** What was changed, in the order of the changes. */
  readonly fixes: readonly AppliedFix[];
  /** Files that were written. */
  readonly files: readonly string[];
}

/** One fix can uncover the next; after this many rounds two of them undo each other. */
const rounds = 10;

/** Applies every fix that needs no judgement, until none is left. Comments and layout stay. */
export async function fixManifests(host: Host, config: GeneratorConfig): Promise<FixResult> {
  const files = new Set<string>();
  const fixes: AppliedFix[] = [];
  let analysis = await analyze(host, config);
  for (let round = 0; round < rounds; round++) {
    const before = fixes.length;
    for (const [file, fixable] of fixableByFile(analysis.diagnostics)) {
      const fixed = await fixFile(host, file, fixable);
      if (fixed.length > 0) files.add(file);
      fixes.push(...fixed.map(describe));
    }
    if (fixes.length === before) break;
    analysis = await analyze(host, config);
  }
  return { ...analysis, fixes, files: [...files].toSorted() };
}

/** A diagnostic with a fix. */
type Fixable = Diagnostic & Required<Pick<Diagnostic, "fix">>;

function fixableByFile(diagnostics: readonly Diagnostic[]): Map<string, Fixable[]> {
  const byFile = new Map<string, Fixable[]>();
  for (const diagnostic of diagnostics) {
    const { file, fix } = diagnostic;
    if (fix === undefined) continue;
    const others = byFile.get(file) ?? [];
    others.push({ ...diagnostic, fix });
    byFile.set(file, others);
  }
  return byFile;
}

function describe({ code, file, range, message, fix }: Fixable): AppliedFix {
  return { code, file, line: range.start.line, message, title: fix.title };
}

/** Whatever a fix does, a file that could be read stays one. */
async function isReadable(file: string, text: string): Promise<boolean> {
  const { parseSource } = await import("./read/parse-source.js");
  return !Array.isArray(parseSource(file, new TextEncoder().encode(text)));
}

/** Fixes what can be fixed at once; returns the diagnostics that were. */
async function fixFile(host: Host, file: string, fixable: readonly Fixable[]): Promise<readonly Fixable[]> {
  const bytes = await host.readFile(file);
  if (bytes === undefined) return [];
  const marked = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const mark = marked.startsWith("\ufeff") ? "\ufeff" : "";
  const fixes = fixable.map(({ fix }) => fix);
  const { text, applied } = applyFixes(marked.slice(mark.length), fixes);
  if (applied.length === 0 || !(await isReadable(file, text))) return [];
  await host.writeFile(file, mark + text);
  return fixable.filter(({ fix }) => applied.includes(fix));
}
