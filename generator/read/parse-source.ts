import { isUtf8 } from "node:buffer";
import { Composer, type Document, type YAMLError } from "yaml";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import { isJsonObject } from "../values/json-object.js";
import { manifestSuffix } from "./find-manifests.js";
import { ManifestSource, type SourceSyntax } from "./manifest-source.js";
import { readLimits } from "./read-limits.js";
import { scanYaml, type ScannedYaml, type TextProblem } from "./scan-yaml.js";
import { yamlValue, type ValueKey } from "./yaml-value.js";

/** Parses a YAML or JSON file that must contain a mapping; returns diagnostics on failure. */
export function parseSource(file: string, bytes: Uint8Array): ManifestSource | Diagnostic[] {
  if (bytes.byteLength > readLimits.bytes) return [tooLarge(file, bytes.byteLength)];
  if (!isUtf8(bytes))
    return [diagnostic("TK1001", { file }, "The file is not UTF-8 text.", "Save it as UTF-8.")];
  const text = new TextDecoder().decode(bytes);
  const { syntax, value, problems } = parse(text);
  const source = new ManifestSource({ file, text, value, syntax });
  if (problems.length === 0 && !isJsonObject(value)) problems.push(notAMapping(value, text, file));
  if (problems.length === 0) return source;
  return problems.slice(0, readLimits.diagnostics).map((problem) => toDiagnostic(problem, source));
}

export function parse(text: string): { syntax: SourceSyntax; value: unknown; problems: TextProblem[] } {
  const scanned = scanYaml(text);
  const problems = [...scanned.problems];
  const root = problems.length === 0 ? compose(scanned, text, problems) : undefined;
  const valueKeys: ValueKey[] = [];
  const value = yamlValue(root, problems, valueKeys);
  const { lines, comments } = scanned;
  return { syntax: { root, lines, comments, valueKeys }, value, problems };
}

export function tooLarge(file: string, bytes: number): Diagnostic {
  const [size, limit] = [bytes, readLimits.bytes].map((count) => +(count / 2 ** 20).toFixed(1));
  const help = "Split the tool, or move shared schemas to files of their own and refer to them with `$ref`.";
  return diagnostic("TK1004", { file }, `The file is ${size} MiB; the limit is ${limit} MiB.`, help);
}

function compose({ tokens }: ScannedYaml, text: string, problems: TextProblem[]): unknown {
  const composer = new Composer({
    version: "1.2",
    // The library's check takes quadratic time; `yamlValue` finds duplicates with a map.
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    keepSourceTokens: false,
  });
  const documents = withoutStacks(() => [...composer.compose(tokens, true, text.length)]);
  const [document, second] = documents;
  for (const { errors, warnings } of documents) {
    for (const error of [...errors, ...warnings].slice(0, readLimits.problems))
      problems.push(describe(error));
  }
  if (second !== undefined && problems.length === 0) {
    const from = documentStart(second, text);
    problems.push({
      code: "TK1009",
      from,
      to: from + 3,
      message: "A second YAML document starts here. A manifest contains one tool.",
      help: "Move it to a file of its own.",
    });
  }
  return document?.contents;
}

/** Disables stack traces: an error per invalid escape would take seconds. */
function withoutStacks<T>(compose: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return compose();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A document's range begins after its `---`. */
function documentStart(document: Document.Parsed, text: string): number {
  const marker = text.lastIndexOf("---", document.contents?.range?.[0] ?? document.range[0]);
  return Math.max(0, marker);
}

function describe({ code, message, pos: [from, to] }: YAMLError): TextProblem {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return { code: "TK1002", from, to, message: sentence, help: syntaxHelp[code] };
}

const quoting = "Put quotes around text that contains `: ` or ` #`, or that begins with a special character.";

const syntaxHelp: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: "Indent with spaces.",
  BAD_INDENT: "Give the keys of one mapping the same number of spaces.",
  BLOCK_AS_IMPLICIT_KEY: quoting,
  BAD_SCALAR_START: quoting,
  MULTILINE_IMPLICIT_KEY: "Is a colon missing after the key? Multi-line text needs `|` or quotes.",
  MISSING_CHAR: "Is a colon, a quote, a comma or a closing bracket missing?",
  UNEXPECTED_TOKEN: quoting,
  BAD_DQ_ESCAPE:
    "In double quotes write `\\\\` for a backslash, or use single quotes, as in the pattern '^\\d+$'.",
};

function notAMapping(value: unknown, text: string, file: string): TextProblem {
  const isEmpty = value === null || value === undefined;
  const what = isEmpty ? "is empty" : Array.isArray(value) ? "is a list" : "is plain text";
  const from = Math.max(0, text.search(/\S/));
  const help = file.endsWith(manifestSuffix)
    ? "Write one tool per file; `toolkiln new <id>` writes a manifest to start from."
    : "Write `key: value` lines.";
  return { code: "TK1010", from, to: from + 1, message: `The file ${what}; expected a mapping.`, help };
}

function toDiagnostic(problem: TextProblem, source: ManifestSource): Diagnostic {
  const { code, from, to, message, help, first } = problem;
  const { file, text } = source;
  const end = Math.min(Math.max(to, from + 1), Math.max(text.length, from));
  const firstPlace = first === undefined ? undefined : { file, range: source.rangeOf(first, first) };
  const related = firstPlace && [{ ...firstPlace, message: "First defined here." }];
  return diagnostic(code, { file, range: source.rangeOf(from, end) }, message, { help, related });
}
