import type { Diagnostic, Fix, Range, Severity } from "./diagnostic.js";

/** What all diagnostics of a code have in common. */
export interface CatalogEntry {
  readonly name: string;
  readonly severity: Severity;
  /** An error that is a matter of judgement, so that a comment with a reason may silence it. */
  readonly ignorable?: true;
}

/** Every diagnostic that toolkiln reports, by its code. Codes are never reused. */
export const diagnosticCatalog = {
  TK1001: { name: "unreadable-file", severity: "error" },
  TK1002: { name: "invalid-yaml", severity: "error" },
  TK1003: { name: "no-manifests", severity: "error" },
  TK1004: { name: "file-too-large", severity: "error" },
  TK1005: { name: "too-deeply-nested", severity: "error" },
  TK1006: { name: "too-many-values", severity: "error" },
  TK1007: { name: "unsupported-yaml", severity: "error" },
  TK1008: { name: "duplicate-key", severity: "error" },
  TK1009: { name: "several-documents", severity: "error" },
  TK1010: { name: "not-a-mapping", severity: "error" },
  TK1011: { name: "misnamed-manifest", severity: "warning" },
  TK1012: { name: "imprecise-number", severity: "error" },
  TK1013: { name: "key-not-text", severity: "warning" },

  TK2001: { name: "invalid-value", severity: "error" },
  TK2002: { name: "missing-key", severity: "error" },
  TK2003: { name: "unknown-key", severity: "error" },
  TK2004: { name: "wrong-type", severity: "error" },
  TK2005: { name: "invalid-id", severity: "error" },
  TK2006: { name: "unknown-choice", severity: "error" },
  TK2007: { name: "timeout-out-of-range", severity: "error" },
  TK2008: { name: "unknown-placeholder", severity: "error" },
  TK2009: { name: "rule-lowers-risk", severity: "error" },
  TK2010: { name: "rule-cannot-match", severity: "error" },
  TK2011: { name: "rule-without-effect", severity: "warning" },
  TK2012: { name: "invalid-kind", severity: "error" },
  TK2013: { name: "missing-data-schema", severity: "error" },
  TK2014: { name: "duplicate-concurrency-key", severity: "error" },
  TK2015: { name: "unknown-parameter", severity: "error" },
  TK2016: { name: "short-description", severity: "warning" },
  TK2017: { name: "long-description", severity: "warning" },
  TK2018: { name: "undescribed-property", severity: "warning" },
  TK2019: { name: "invisible-character", severity: "error", ignorable: true },
  TK2020: { name: "confusable-character", severity: "warning" },
  TK2021: { name: "suspicious-instruction", severity: "warning" },
  TK2022: { name: "example-violates-schema", severity: "error" },
  TK2023: { name: "test-violates-schema", severity: "warning" },
  TK2024: { name: "deprecated-without-replacement", severity: "hint" },
  TK2025: { name: "malformed-ignore", severity: "warning" },
  TK2026: { name: "unused-ignore", severity: "warning" },
  TK2027: { name: "placeholder-description", severity: "warning" },
  TK2028: { name: "contradictory-hints", severity: "warning" },

  TK3001: { name: "invalid-schema", severity: "error" },
  TK3002: { name: "unknown-keyword", severity: "warning" },
  TK3003: { name: "misspelled-keyword", severity: "error", ignorable: true },
  TK3004: { name: "catastrophic-pattern", severity: "error", ignorable: true },
  TK3005: { name: "invalid-keyword-value", severity: "error" },
  TK3006: { name: "unknown-type", severity: "error" },
  TK3007: { name: "required-without-property", severity: "error" },
  TK3008: { name: "enum-violates-type", severity: "error" },
  TK3009: { name: "empty-enum", severity: "error" },
  TK3010: { name: "duplicate-enum-value", severity: "error" },
  TK3011: { name: "unsatisfiable-schema", severity: "error" },
  TK3012: { name: "default-violates-schema", severity: "error" },
  TK3013: { name: "ignored-default", severity: "warning" },
  TK3014: { name: "invalid-pattern", severity: "error" },
  TK3015: { name: "unknown-format", severity: "warning" },
  TK3016: { name: "unresolved-reference", severity: "error" },
  TK3017: { name: "circular-reference", severity: "error" },
  TK3018: { name: "outside-reference", severity: "error" },
  TK3019: { name: "forbidden-keyword", severity: "error" },
  TK3020: { name: "ignored-id", severity: "warning" },
  TK3021: { name: "unknown-dialect", severity: "warning" },
  TK3022: { name: "misused-inject", severity: "error" },
  TK3023: { name: "misused-path", severity: "error" },
  TK3024: { name: "misused-extension", severity: "error" },
  TK3025: { name: "reserved-property", severity: "error" },
  TK3026: { name: "root-not-an-object", severity: "error" },
  TK3027: { name: "large-enum", severity: "warning" },
  TK3028: { name: "misplaced-keyword", severity: "warning" },

  TK4001: { name: "file-name-differs", severity: "error" },
  TK4002: { name: "duplicate-id", severity: "error" },
  TK4003: { name: "generated-name-collision", severity: "error" },
  TK4004: { name: "wire-name-collision", severity: "error" },
  TK4005: { name: "reserved-id", severity: "error" },
  TK4006: { name: "windows-device-name", severity: "error" },
  TK4007: { name: "old-name-taken", severity: "error" },
  TK4008: { name: "invalid-wire-name", severity: "error" },
  TK4009: { name: "unmatched-selector", severity: "error" },
  TK4010: { name: "shared-name-collision", severity: "error" },

  TK5001: { name: "unportable-name", severity: "warning" },
  TK5002: { name: "unportable-parameter", severity: "warning" },
  TK5003: { name: "target-name-collision", severity: "error" },
  TK5004: { name: "long-target-description", severity: "warning" },
  TK5005: { name: "looser-form", severity: "warning" },
  TK5006: { name: "described-only", severity: "hint" },
  TK5007: { name: "too-many-tools", severity: "error", ignorable: true },
  TK5008: { name: "too-many-strict-tools", severity: "warning" },
  TK5009: { name: "over-budget", severity: "error", ignorable: true },
  TK5010: { name: "unstated-hints", severity: "hint" },

  TK6001: { name: "stale", severity: "error" },
  TK6002: { name: "missing", severity: "error" },
  TK6003: { name: "orphaned", severity: "error" },
  TK6004: { name: "edited", severity: "error" },
  TK6005: { name: "foreign-file", severity: "error" },
  TK6006: { name: "missing-implementation", severity: "error" },
  TK6007: { name: "unsafe-output-folder", severity: "error" },
  TK6008: { name: "cannot-write", severity: "error" },
  TK6009: { name: "not-deterministic", severity: "error" },

  TK7001: { name: "tool-removed", severity: "error", ignorable: true },
  TK7002: { name: "parameter-removed", severity: "error", ignorable: true },
  TK7003: { name: "parameter-required", severity: "error", ignorable: true },
  TK7004: { name: "input-narrowed", severity: "error", ignorable: true },
  TK7005: { name: "result-widened", severity: "error", ignorable: true },
  TK7006: { name: "field-removed", severity: "error", ignorable: true },
  TK7007: { name: "undecided-change", severity: "error", ignorable: true },
  TK7008: { name: "wire-name-changed", severity: "error", ignorable: true },
  TK7009: { name: "kind-changed", severity: "error", ignorable: true },
  TK7010: { name: "requirement-added", severity: "error", ignorable: true },
  TK7101: { name: "risk-changed", severity: "warning" },
  TK7102: { name: "rules-changed", severity: "warning" },
  TK7103: { name: "hints-changed", severity: "warning" },
  TK7104: { name: "sandbox-changed", severity: "warning" },
  TK7105: { name: "injection-changed", severity: "warning" },
  TK7106: { name: "approval-text-changed", severity: "warning" },
  TK7201: { name: "text-changed", severity: "hint" },
  TK7202: { name: "order-changed", severity: "hint" },
  TK7203: { name: "input-widened", severity: "hint" },
  TK7204: { name: "example-changed", severity: "hint" },
  TK7205: { name: "definition-changed", severity: "hint" },
  TK7206: { name: "tool-added", severity: "hint" },
  TK7207: { name: "renamed", severity: "hint" },
  TK7301: { name: "result-narrowed", severity: "hint" },
  TK7302: { name: "behaviour-changed", severity: "hint" },

  TK8001: { name: "not-carried", severity: "warning" },
  TK8002: { name: "not-imported", severity: "warning" },
  TK8003: { name: "exists-already", severity: "hint" },
  TK8004: { name: "unusable-source", severity: "error" },
} as const;

/** A code of the catalogue. */
export type DiagnosticCode = keyof typeof diagnosticCatalog;

/** The codes of the catalogue, in its order. */
export const diagnosticCodes: readonly DiagnosticCode[] = Object.keys(diagnosticCatalog).filter(isCode);

/** Finds a code by itself or by its readable name, in any case. */
export function findCode(text: string): DiagnosticCode | undefined {
  const wanted = text.trim();
  return diagnosticCodes.find(
    (code) => code === wanted.toUpperCase() || diagnosticCatalog[code].name === wanted.toLowerCase(),
  );
}

/** Whether a comment may silence diagnostics of this code. */
export function isIgnorable(code: DiagnosticCode): boolean {
  const entry: CatalogEntry = diagnosticCatalog[code];
  return entry.severity !== "error" || entry.ignorable === true;
}

/** Whether a configuration may choose another severity: an error means wrong code, but a breaking change may be meant. */
export function isAdjustable(code: DiagnosticCode): boolean {
  return diagnosticCatalog[code].severity !== "error" || code.startsWith("TK7");
}

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticCatalog, text);
}

const start = { line: 1, column: 1 };

/** The beginning of a file, for diagnostics about the file as a whole. */
export const fileStart: Range = { start, end: start };

/** What a diagnostic may have beside its message. */
interface DiagnosticDetails {
  readonly help?: string | undefined;
  readonly related?: Diagnostic["related"] | undefined;
  readonly fix?: Fix | undefined;
}

/** Makes a diagnostic; name and severity come from the catalogue. */
export function diagnostic(
  code: DiagnosticCode,
  { file, range }: { readonly file: string; readonly range: Range },
  message: string,
  { help, related, fix }: DiagnosticDetails = {},
): Diagnostic {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  const details = { ...(help !== undefined && { help }), ...(related && { related }), ...(fix && { fix }) };
  return { code, name, severity, message, file, range, ...details };
}
