import { diagnosticCatalog, diagnosticCodes, type CatalogEntry } from "./catalog.js";
import type { Diagnostic, Fix, Range, Severity } from "./diagnostic.js";
import { explanationOf } from "./explanations.js";

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "note" };

/** All diagnostics of a run as one SARIF 2.1.0 log, for code scanning services. */
export function sarifLog(diagnostics: readonly Diagnostic[], version: string): object {
  const used = new Set(diagnostics.map(({ code }) => code));
  const codes = diagnosticCodes.filter((code) => used.has(code));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "toolkiln",
            version,
            rules: codes.map((code) => {
              const { name, severity }: CatalogEntry = diagnosticCatalog[code];
              return {
                id: code,
                name,
                shortDescription: { text: name.replaceAll("-", " ") },
                fullDescription: { text: explanationOf(code).why },
                defaultConfiguration: { level: levels[severity] },
              };
            }),
          },
        },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: levels[diagnostic.severity],
          message: { text: withHelp(diagnostic) },
          locations: [location(diagnostic.file, diagnostic.range)],
          ...(diagnostic.related && {
            relatedLocations: diagnostic.related.map((other, id) => ({
              id,
              ...location(other.file, other.range),
              message: { text: other.message },
            })),
          }),
          ...(diagnostic.fix && { fixes: [sarifFix(diagnostic.file, diagnostic.fix)] }),
        })),
      },
    ],
  };
}

function withHelp({ message, help }: Diagnostic): string {
  return help === undefined ? message : `${message} ${help}`;
}

function location(file: string, range: Range): object {
  return { physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: region(range) } };
}

function region({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function sarifFix(file: string, { title, edits }: Fix): object {
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: { uri: encodeURI(file) },
        replacements: edits.map(({ range, text }) => ({
          deletedRegion: region(range),
          insertedContent: { text },
        })),
      },
    ],
  };
}
