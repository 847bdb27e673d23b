import type { Explanation } from "../explanations.js";

/** Explanations of the codes about the keys of manifests, their values, rules and results. */
export const manifestKeyExplanations: Readonly<
  Record<
    | "TK2001"
    | "TK2002"
    | "TK2003"
    | "TK2004"
    | "TK2005"
    | "TK2006"
    | "TK2007"
    | "TK2008"
    | "TK2009"
    | "TK2010"
    | "TK2011"
    | "TK2012"
    | "TK2013"
    | "TK2014"
    | "TK2015",
    Explanation
  >
> = {
  TK2001: {
    why: "The value has the right type but cannot mean anything here.",
    bad: "tags: [files, files]",
    good: "tags: [files]",
  },
  TK2002: {
    why: "Without this key a tool cannot be described, judged or shown.",
    bad: ["examples:", "  - { title: Read the readme }"].join("\n"),
    good: ["examples:", "  - { title: Read the readme, params: {} }"].join("\n"),
  },
  TK2003: {
    why: "A key that is not known is a typing mistake or belongs to another format. Ignoring it would lose what you meant.",
    bad: "executionSumary: Read a file",
    good: "executionSummary: Read a file",
  },
  TK2004: {
    why: "The value has another type than the key takes. YAML guesses types: quotes make text, brackets make a list.",
    bad: "tags: files",
    good: "tags: [files]",
  },
  TK2005: {
    why: "Ids become file names, type names and wire names. Lowercase words joined by hyphens survive all three, on every disk and with every provider.",
    bad: "id: File_Read",
    good: "id: file-read",
  },
  TK2006: {
    why: "The key takes one of a few words. A category of your own is declared in the configuration.",
    bad: "risk: moderate",
    good: "risk: medium",
  },
  TK2007: {
    why: "A timeout below a millisecond ends every call, one beyond a day overflows timers and fires at once.",
    bad: "timeout: 48h",
    good: "timeout: 30s",
  },
  TK2008: {
    why: "The approver reads the summary and locks are taken by the key, so a placeholder that is never filled in misleads both.",
    bad: [
      "executionSummary: \"Read '{file}'\"",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
    good: [
      "executionSummary: \"Read '{path}'\"",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
  },
  TK2009: {
    why: "Risk only ever rises: whoever reads `risk` has to be able to rely on it. A rule that lowers it would be ignored.",
    bad: [
      "risk: high",
      "rules:",
      "  - when: { path: { const: README.md } }",
      "    risk: low",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
    good: [
      "risk: low",
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    risk: high",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
  },
  TK2010: {
    why: "A rule that cannot match protects nobody, while everybody believes it does.",
    bad: [
      "rules:",
      '  - when: { file: { pattern: "^/etc/" } }',
      "    risk: high",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
    good: [
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    risk: high",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
  },
  TK2011: {
    why: "Nothing changes when the rule matches, or it matches always. Either way it says less than it seems to.",
    bad: [
      "risk: high",
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    risk: high",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
    good: [
      "risk: high",
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    risk: critical",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
  },
  TK2012: {
    why: "Kinds are looked up by name by everything that shows results. Lowercase words with dots for namespaces keep them apart.",
    bad: "result: FileContent!",
    good: "result: file_content",
  },
  TK2013: {
    why: "The data of a well-known kind is known. For your own kind only a schema can tell what a tool returns, and the type is made from it.",
    bad: "result: git.status",
    good: [
      "result:",
      "  kind: git.status",
      "  data: { type: object, properties: { clean: { type: boolean } } }",
    ].join("\n"),
  },
  TK2014: {
    why: "A call that takes one lock twice waits for itself.",
    bad: [
      "concurrency:",
      "  - { key: workspace, mode: shared }",
      "  - { key: workspace, mode: exclusive }",
    ].join("\n"),
    good: ["concurrency:", "  - { key: workspace, mode: exclusive }"].join("\n"),
  },
  TK2015: {
    why: "The warning points the approver at a parameter that the tool does not have.",
    bad: [
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    warn: { code: system_file, parameter: file, message: A file of the system. }",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
    good: [
      "rules:",
      '  - when: { path: { pattern: "^/etc/" } }',
      "    warn: { code: system_file, parameter: path, message: A file of the system. }",
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
    ].join("\n"),
  },
};
