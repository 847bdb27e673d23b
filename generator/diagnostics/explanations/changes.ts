import type { DiagnosticCode } from "../catalog.js";
import type { Explanation } from "../explanations.js";

/** An example is a manifest in two versions. */
function example(why: string, before: string, bad: string, good: string): Explanation {
  const versions = (now: string): string => `# before:\n${before}\n# now:\n${now}`;
  return { why, bad: versions(bad), good: versions(good) };
}

/** A manifest with one parameter. */
function limit(keywords: string, required = ""): string {
  const properties = `schema:\n  properties:\n    limit: { ${keywords}, description: Most lines to read. }`;
  return `${properties}${required === "" ? "" : `\n  required: [${required}]`}`;
}

/** A manifest whose result has one field. */
function lines(field: string, more = ""): string {
  return `result:\n  kind: file.lines\n  data:\n    type: object\n    properties:\n      lines: { ${field} }${more}`;
}

const integer = limit("type: integer");
const path = (within: string): string =>
  `schema:\n  properties:\n    path: { type: string, description: The file., x-path: { within: ${within} } }`;

/** Explanations of the codes about changes between two versions. */
export const changeExplanations: Readonly<Record<Extract<DiagnosticCode, `TK7${string}`>, Explanation>> = {
  TK7001: example(
    "Calls of the tool find nothing. A declared rename keeps the old id working; a deprecation warns before the tool goes.",
    "id: file-read",
    "id: file-open",
    "id: file-open\nrenamedFrom: [file-read]",
  ),
  TK7002: example(
    "Callers that send the parameter are refused or ignored. Declare a new name with `x-renamed-from`, or deprecate the parameter first.",
    integer,
    "schema: {}",
    limit("type: integer, deprecated: true, x-use-instead: count").replace(
      "\n    limit",
      "\n    count: { type: integer, description: Most lines. }\n    limit",
    ),
  ),
  TK7003: example(
    "Callers that do not send the parameter are refused. Give a new parameter a default, or leave it optional.",
    integer,
    limit("type: integer", "limit"),
    limit("type: integer, default: 100"),
  ),
  TK7004: example(
    "Values that were accepted are refused now, so calls that worked before fail.",
    limit("type: integer, maximum: 500"),
    limit("type: integer, maximum: 100"),
    limit("type: integer, maximum: 1000"),
  ),
  TK7005: example(
    "The result can hold values that callers do not expect: a field may be missing, or be of another type.",
    lines("type: integer", "\n    required: [lines]"),
    lines("type: integer"),
    lines("type: integer, minimum: 0", "\n    required: [lines]"),
  ),
  TK7006: example(
    "Callers that read the field find nothing. Keep it until nobody reads it, and say in its description what replaces it.",
    lines("type: integer"),
    lines("type: integer").replace("lines: {", "count: {"),
    `${lines("type: integer")}\n      count: { type: integer }`,
  ),
  TK7007: example(
    "Whether the new schema accepts what the old one did cannot be decided, for example between two patterns, so it counts as breaking. Ignore it with a reason when you know better.",
    limit(`type: string, pattern: "^q[0-9]{2}z$"`),
    limit(`type: string, pattern: "^q[0-9][0-9]z$"`),
    limit(`type: string, pattern: "^q[0-9]{2}z$"`),
  ),
  TK7008: example(
    "Models and clients that kept the old wire name call a tool that does not exist.",
    "wireName: read_file",
    "wireName: open_file",
    "wireName: read_file",
  ),
  TK7009: example(
    "User interfaces and callers that handle the old kind of result do not understand the new one.",
    "result: text",
    "result: table",
    "result: text",
  ),
  TK7010: example(
    "The tool is not available where callers do not provide what it needs now.",
    "requires: [workspace]",
    "requires: [workspace, terminal]",
    "requires: [workspace]",
  ),
  TK7101: example(
    "Risk decides which calls need approval: a higher one stops unattended callers, a lower one lets calls pass that a person used to see.",
    "risk: low",
    "risk: high",
    "risk: low",
  ),
  TK7102: example(
    "Rules decide which calls need approval, so a rule that comes, goes or changes alters what runs unseen.",
    `${limit("type: integer")}\nrules: [{ when: { limit: { minimum: 1000 } }, risk: high }]`,
    integer,
    `${limit("type: integer")}\nrules: [{ when: { limit: { minimum: 1000 } }, risk: high }]`,
  ),
  TK7103: example(
    "Clients decide by hints whether to retry a call or to show it to a person.",
    "hints: { destructive: true }",
    "hints: { destructive: false }",
    "hints: { destructive: true }",
  ),
  TK7104: example(
    "The path rules of a parameter decide which files a call can reach.",
    path("workspace"),
    path("anywhere"),
    path("workspace"),
  ),
  TK7105: example(
    "Injected parameters come from the application and not from the model, so they decide on whose behalf a call runs.",
    limit("type: string, x-inject: user"),
    limit("type: string, x-inject: account"),
    limit("type: string, x-inject: user"),
  ),
  TK7106: example(
    "Approvers decide by the summary of a call and by the parameters that it shows.",
    "executionSummary: Read a file",
    "executionSummary: Open something",
    "executionSummary: Read a file",
  ),
  TK7201: example(
    "Models choose and call tools by their names and descriptions, so other words can change what they do.",
    "description: Read a text file from the workspace.",
    "description: Read any file from the workspace.",
    "description: Read a text file from the workspace.",
  ),
  TK7202: example(
    "Models read parameters and values in order, and prefer what comes first.",
    limit("enum: [few, many]"),
    limit("enum: [many, few]"),
    limit("enum: [few, many]"),
  ),
  TK7203: example(
    "The tool accepts more than before. Earlier calls still work, and models see the new possibility.",
    limit("type: integer, maximum: 500"),
    limit("type: integer, maximum: 1000"),
    limit("type: integer, maximum: 500"),
  ),
  TK7204: example(
    "Models imitate examples, and a default decides what happens when they leave a parameter out.",
    limit("type: integer, default: 100"),
    limit("type: integer, default: 500"),
    limit("type: integer, default: 100"),
  ),
  TK7205: example(
    "Only the definitions for some providers change, for example their strict form, so only models of these providers see it.",
    "risk: low",
    "targets: { openai: { description: Reads a text file. } }",
    "risk: low",
  ),
  TK7206: example(
    "Models see one more tool and may call it instead of another one.",
    "id: file-read",
    "id: file-read\n# file: manifests/file-open.tool.yaml\nid: file-open",
    "id: file-read",
  ),
  TK7207: example(
    "The rename is declared, so the old name keeps working with a warning. Remove it from the manifest in a later major version.",
    "id: file-read",
    "id: file-open\nrenamedFrom: [file-read]",
    "id: file-read",
  ),
  TK7301: example(
    "Every result still fits what callers expect; they may rely on more now.",
    lines("type: integer"),
    lines("type: integer", "\n    required: [lines]"),
    lines("type: integer"),
  ),
  TK7302: example(
    "Neither callers nor models see the difference: limits of time, concurrency, tags and how results are shown.",
    "timeout: 30s",
    "timeout: 60s",
    "timeout: 30s",
  ),
};
