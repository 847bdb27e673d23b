import { diagnosticCatalog, diagnosticCodes, type Diagnostic, type Range } from "./diagnostic.js";
import { explanationOf } from "./explanations.js";

const levels: Readonly<Record<Diagnostic["severity"], string>> = {
  error: "error",
  warning: "warning",
  hint: "note",
};

/** All diagnostics of a run as one SARIF 2.1.0 log, for code scanning services. */
export function sarifLog(diagnostics: readonly Diagnostic[], version: string): object {
  const used = new Set(diagnostics.map(({ code }) => code));
  const codes = diagnosticCodes.filter((code) => used.has(code));
  const results = diagnostics.map(({ code, severity, message, help, file, range, related }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [location(file, range)],
    ...(related && {
      relatedLocations: related.map((other, id) => ({
        id,
        ...location(other.file, other.range),
        message: { text: other.message },
      })),
    }),
  }));
  const tool = { driver: { name: "toolkiln", version, rules: codes.map(rule) } };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool, columnKind: "utf16CodeUnits", results }],
  };
}

function rule(code: Diagnostic["code"]): object {
  const { name, severity } = diagnosticCatalog[code];
  return {
    id: code,
    name,
    shortDescription: { text: name.replaceAll("-", " ") },
    fullDescription: { text: explanationOf(code).why },
    defaultConfiguration: { level: levels[severity] },
  };
}

function location(file: string, range: Range): object {
  return { physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: region(range) } };
}

function region({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
