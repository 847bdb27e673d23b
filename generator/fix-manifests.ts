import type { GeneratorConfig } from "./config.js";
import { applyFixes } from "./diagnostics/apply-fixes.js";
import type { DiagnosticCode, Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import { analyze, type Analysis } from "./analyze.js";

/** A fix that was applied to a manifest. */
export interface AppliedFix {
  /** The diagnostic that it fixed. */
  readonly code: DiagnosticCode;
  readonly file: string;
  /** Line of the diagnostic before the fix. */
  readonly line: number;
  /** What was wrong. */
  readonly message: string;
  /** What was done about it. */
  readonly title: string;
}

/** The applied fixes and the remaining diagnostics. */
export interface FixResult extends Analysis {
  /** The fixes in the order they were applied. */
  readonly fixes: readonly AppliedFix[];
  /** The changed files. */
  readonly files: readonly string[];
}

/** One fix can expose another. More rounds mean that two fixes undo each other. */
const rounds = 10;

/** Applies all automatic fixes until none remains. Keeps comments and formatting. */
export async function fixManifests(host: Host, config: GeneratorConfig): Promise<FixResult> {
  const fixes: AppliedFix[] = [];
  let analysis = await analyze(host, config);
  for (let round = 0; round < rounds; round++) {
    const before = fixes.length;
    const fixable = analysis.diagnostics.filter(({ fix }) => fix !== undefined);
    for (const file of new Set(fixable.map((found) => found.file))) {
      const own = fixable.filter((found) => found.file === file);
      fixes.push(...(await fixFile(host, file, own)));
    }
    if (fixes.length === before) break;
    analysis = await analyze(host, config);
  }
  const files = [...new Set(fixes.map(({ file }) => file))].toSorted();
  return { ...analysis, fixes, files };
}

/** Applies fixes that do not overlap, unless the result no longer parses. Returns the applied fixes. */
async function fixFile(host: Host, file: string, fixable: readonly Diagnostic[]): Promise<AppliedFix[]> {
  const bytes = await host.readFile(file);
  if (bytes === undefined) return [];
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const bom = decoded.startsWith("\ufeff") ? "\ufeff" : "";
  const fixes = fixable.flatMap(({ fix }) => fix ?? []);
  const { text, applied } = applyFixes(decoded.slice(bom.length), fixes);
  const { parseSource } = await import("./read/parse-source.js");
  if (applied.length === 0 || Array.isArray(parseSource(file, new TextEncoder().encode(text)))) return [];
  await host.writeFile(file, bom + text);
  return fixable.flatMap(({ code, range, message, fix }) =>
    fix && applied.includes(fix) ? [{ code, file, line: range.start.line, message, title: fix.title }] : [],
  );
}
