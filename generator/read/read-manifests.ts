import { LineCounter, parseDocument } from "yaml";
import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { ManifestSource } from "./manifest-source.js";

/** What reading gave: the manifests that could be read and what is wrong with the others. */
export interface ReadResult {
  readonly sources: readonly ManifestSource[];
  readonly diagnostics: readonly Diagnostic[];
}

const suffix = ".tool.yaml";

/** Finds and parses the manifests of a project, in the order of their paths. */
export async function readManifests(host: Host, config: GeneratorConfig): Promise<ReadResult> {
  const files = (await host.listFiles(config.manifests))
    .filter((file) => file.endsWith(suffix))
    .toSorted(byCodePoint);
  const sources: ManifestSource[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const read = parse(file, await host.readFile(file));
    if (read instanceof ManifestSource) sources.push(read);
    else diagnostics.push(...read);
  }
  return { sources, diagnostics };
}

function parse(file: string, bytes: Uint8Array | undefined): ManifestSource | Diagnostic[] {
  const text = decode(bytes);
  if (text === undefined) {
    return [diagnostic("TK1001", { file, range: fileStart }, "The file cannot be read as UTF-8 text.")];
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    version: "1.2",
    uniqueKeys: true,
    prettyErrors: false,
  });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length === 0) return new ManifestSource(file, text, document, lines);
  return problems.map((problem) => {
    const [from, to] = problem.pos;
    const [start, end] = [lines.linePos(from), lines.linePos(to)];
    const range = {
      start: { line: start.line, column: start.col },
      end: { line: end.line, column: end.col },
    };
    return diagnostic("TK1002", { file, range }, problem.message);
  });
}

function decode(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Plain comparison of code units: the same order on every machine, whatever its locale. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
