import type { Explanation } from "../explanations.js";

/** Explanations of the codes about reading files. */
export const readingExplanations: Readonly<
  Record<
    | "TK1001"
    | "TK1002"
    | "TK1003"
    | "TK1004"
    | "TK1005"
    | "TK1006"
    | "TK1007"
    | "TK1008"
    | "TK1009"
    | "TK1010"
    | "TK1011"
    | "TK1012"
    | "TK1013",
    Explanation
  >
> = {
  TK1001: {
    why: "A file that cannot be read as UTF-8 text would end up garbled in generated code, and links, pipes and devices would make a run depend on what lies elsewhere.",
    bad: ["# saved as UTF-16", "name: Read File"].join("\n"),
    good: "name: Read File",
  },
  TK1002: {
    why: "The file is not valid YAML, so what it means is anybody's guess. The usual reason is text with a colon that wants quotes, a tab, or a quote or bracket that is never closed.",
    bad: "executionSummary: Read: {path}",
    good: 'executionSummary: "Read a file: now"',
  },
  TK1003: {
    why: "Without a manifest there is nothing to generate, and everything generated so far would be deleted. Most likely the folder is another one.",
    bad: ["# file: manifests/notes.txt", "Tools to write: file-read"].join("\n"),
    good: ["# file: manifests/file-read.tool.yaml", "risk: low"].join("\n"),
  },
  TK1004: {
    why: "A manifest describes one tool. A file of more than a megabyte is a mistake or an attack, so it is not read.",
    bad: ["# A table of values, pasted in by mistake: {n} {n} {n} {n} {n} {n}", "# ×30000 such lines"].join(
      "\n",
    ),
    good: "risk: low",
  },
  TK1005: {
    why: "Parsers recurse into what is nested, and a few kilobytes of brackets end the process. No schema that a model can follow nests deeper.",
    bad: "tags: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ deep ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    good: "tags: [flat]",
  },
  TK1006: {
    why: "The time that a run takes grows with the number of values in a file, so that number has a limit.",
    bad: ["tags:", "  - t{n}", "# ×70000 such lines"].join("\n"),
    good: "tags: [few]",
  },
  TK1007: {
    why: "Anchors, aliases, merge keys, tags and directives let a file mean something else than what it shows, and let a few lines grow into gigabytes.",
    bad: [
      "schema:",
      "  properties:",
      "    from: &path { type: string, description: A file. }",
      "    to: *path",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    from: { $ref: "#/$defs/path", description: The file to copy. }',
      '    to: { $ref: "#/$defs/path", description: Where to copy it. }',
      "  $defs:",
      "    path: { type: string }",
    ].join("\n"),
  },
  TK1008: {
    why: "Of two equal keys a parser silently drops one, and not every parser the same.",
    bad: ["risk: low", "risk: high"].join("\n"),
    good: "risk: high",
  },
  TK1009: {
    why: "A manifest is one tool. Whatever stands behind `---` would be silently dropped.",
    bad: ["risk: low", "---", "id: file-write"].join("\n"),
    good: "risk: low",
  },
  TK1010: {
    why: "A manifest is a mapping of keys to values. An empty file, a list or plain text describes no tool.",
    bad: ["# whole file", "- id: file-read"].join("\n"),
    good: "id: file-read",
  },
  TK1011: {
    why: "Only files that end in `.tool.yaml` are read, so this one is a tool that silently does not exist.",
    bad: [
      "# file: manifests/file-read.tool.yaml",
      "risk: low",
      "# file: manifests/file-write.tool.yml",
      "risk: low",
    ].join("\n"),
    good: [
      "# file: manifests/file-read.tool.yaml",
      "risk: low",
      "# file: manifests/file-write.tool.yaml",
      "risk: low",
    ].join("\n"),
  },
  TK1012: {
    why: "JavaScript and most JSON parsers hold numbers in 53 bits. A larger one would be rounded, so that what is checked is not what was written.",
    bad: [
      "schema:",
      "  properties:",
      "    size: { type: integer, maximum: 12345678901234567890, description: Bytes to read. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    size: { type: integer, maximum: 9007199254740991, description: Bytes to read. }",
    ].join("\n"),
  },
  TK1013: {
    why: "A property name is text. YAML reads `1`, `null` or `true` without quotes as a number, nothing or a boolean; programs differ in the text that they make of it. toolkiln takes it as it is written.",
    bad: ["schema:", "  properties:", "    true: { type: string, description: What to do if so. }"].join(
      "\n",
    ),
    good: ["schema:", "  properties:", '    "true": { type: string, description: What to do if so. }'].join(
      "\n",
    ),
  },
};
