import type { GeneratorConfig } from "./config.js";
import { applyFixes } from "./diagnostics/apply-fixes.js";
import type { Diagnostic, Fix } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import { analyze } from "./analyze.js";
import type { Analysis } from "./pipeline.js";

/** What mending came to: what is still wrong, and what was changed. */
export interface FixResult extends Analysis {
  /** Fixes that were applied. */
  readonly fixed: number;
  /** Files that were written. */
  readonly files: readonly string[];
}

/** One fix can uncover the next; after this many rounds two of them undo each other. */
const rounds = 10;

/** Applies every fix that needs no judgement, until none is left. Comments and layout stay. */
export async function fixManifests(host: Host, config: GeneratorConfig): Promise<FixResult> {
  const files = new Set<string>();
  let fixed = 0;
  let analysis = await analyze(host, config);
  for (let round = 0; round < rounds; round++) {
    let changed = 0;
    for (const [file, fixes] of fixesByFile(analysis.diagnostics)) {
      const applied = await fixFile(host, file, fixes);
      if (applied > 0) files.add(file);
      changed += applied;
    }
    if (changed === 0) break;
    fixed += changed;
    analysis = await analyze(host, config);
  }
  return { ...analysis, fixed, files: [...files].toSorted() };
}

function fixesByFile(diagnostics: readonly Diagnostic[]): Map<string, Fix[]> {
  const byFile = new Map<string, Fix[]>();
  for (const { file, fix } of diagnostics) {
    if (fix === undefined) continue;
    const others = byFile.get(file);
    if (others === undefined) byFile.set(file, [fix]);
    else others.push(fix);
  }
  return byFile;
}

/** Whatever a fix does, a file that could be read stays one. */
async function isReadable(file: string, text: string): Promise<boolean> {
  const { parseSource } = await import("./read/parse-source.js");
  return !Array.isArray(parseSource(file, new TextEncoder().encode(text)));
}

async function fixFile(host: Host, file: string, fixes: readonly Fix[]): Promise<number> {
  const bytes = await host.readFile(file);
  if (bytes === undefined) return 0;
  const marked = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const mark = marked.startsWith("\ufeff") ? "\ufeff" : "";
  const { text, applied } = applyFixes(marked.slice(mark.length), fixes);
  if (applied === 0 || !(await isReadable(file, text))) return 0;
  await host.writeFile(file, mark + text);
  return applied;
}
