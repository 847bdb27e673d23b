import type { Explanation } from "../explanations.js";

/** Explanations of the codes about names. */
export const namingExplanations: Readonly<
  Record<
    | "TK4001"
    | "TK4002"
    | "TK4003"
    | "TK4004"
    | "TK4005"
    | "TK4006"
    | "TK4007"
    | "TK4008"
    | "TK4009"
    | "TK4010",
    Explanation
  >
> = {
  TK4001: {
    why: "The file is found by the id, and so are the generated files and the implementation.",
    bad: ["# file: manifests/read.tool.yaml", "id: file-read"].join("\n"),
    good: ["# file: manifests/file-read.tool.yaml", "id: file-read"].join("\n"),
  },
  TK4002: {
    why: "An id belongs to one tool. Of two, one would silently be lost.",
    bad: [
      "# file: manifests/a/file-read.tool.yaml",
      "id: file-read",
      "# file: manifests/b/file-read.tool.yaml",
      "id: file-read",
    ].join("\n"),
    good: [
      "# file: manifests/a/file-read.tool.yaml",
      "id: file-read",
      "# file: manifests/b/file-write.tool.yaml",
      "id: file-write",
    ].join("\n"),
  },
  TK4003: {
    why: "Two ids become the same name in generated code, where one would overwrite the other.",
    bad: [
      "# file: manifests/file-2-read.tool.yaml",
      "id: file-2-read",
      "# file: manifests/file2-read.tool.yaml",
      "id: file2-read",
    ].join("\n"),
    good: [
      "# file: manifests/file-read.tool.yaml",
      "id: file-read",
      "# file: manifests/file2-read.tool.yaml",
      "id: file2-read",
    ].join("\n"),
  },
  TK4004: {
    why: "Some providers and SDKs fold hyphens, dots and case in names. Two tools that then have one name are one tool to them.",
    bad: [
      "# file: manifests/file-read.tool.yaml",
      "wireName: file-read",
      "# file: manifests/read.tool.yaml",
      "wireName: file_read",
    ].join("\n"),
    good: [
      "# file: manifests/file-read.tool.yaml",
      "wireName: file-read",
      "# file: manifests/read.tool.yaml",
      "wireName: read",
    ].join("\n"),
  },
  TK4005: {
    why: "The word already means something where the tool's names are written.",
    bad: ["# file: manifests/then.tool.yaml", "id: then"].join("\n"),
    good: ["# file: manifests/then-run.tool.yaml", "id: then-run"].join("\n"),
  },
  TK4006: {
    why: "Windows reserves the word for a device, with every extension. The generated file could not be checked out there.",
    bad: ["# file: manifests/aux.tool.yaml", "id: aux"].join("\n"),
    good: ["# file: manifests/aux-read.tool.yaml", "id: aux-read"].join("\n"),
  },
  TK4007: {
    why: "Old names still find what replaced them, so each may lead to one place only.",
    bad: [
      "# file: manifests/file-read.tool.yaml",
      "renamedFrom: [file-open]",
      "# file: manifests/file-open.tool.yaml",
      "id: file-open",
    ].join("\n"),
    good: [
      "# file: manifests/file-read.tool.yaml",
      "renamedFrom: [read-file]",
      "# file: manifests/file-open.tool.yaml",
      "id: file-open",
    ].join("\n"),
  },
  TK4008: {
    why: "Providers take names of letters, digits, `_`, `-` and some of them `.`, and refuse a whole request for one that is different.",
    bad: "wireName: read file",
    good: "wireName: read_file",
  },
  TK4009: {
    why: "A toolset of the configuration names a tool, a tag or a category that no manifest has. Its registry would lack tools that somebody relies on, without a word.",
    bad: ["# toolsets: { reading: { ids: [file-raed] } }", "id: file-read"].join("\n"),
    good: ["# toolsets: { reading: { ids: [file-read] } }", "id: file-read"].join("\n"),
  },
  TK4010: {
    why: "A definition of another file becomes one type that all tools share, named after it. Two definitions, or a definition and a tool, cannot have one name.",
    bad: [
      "# file: shared/issue.yaml",
      "$defs: { id: { type: integer } }",
      "# file: shared/user.yaml",
      "$defs: { id: { type: string } }",
      "# file: manifests/issue-assign.tool.yaml",
      "schema:",
      "  properties:",
      "    issue: { $ref: ../shared/issue.yaml#/$defs/id, description: Issue to assign. }",
      "    user: { $ref: ../shared/user.yaml#/$defs/id, description: User to assign it to. }",
    ].join("\n"),
    good: [
      "# file: shared/issue.yaml",
      "$defs: { issueId: { type: integer } }",
      "# file: shared/user.yaml",
      "$defs: { userId: { type: string } }",
      "# file: manifests/issue-assign.tool.yaml",
      "schema:",
      "  properties:",
      "    issue: { $ref: ../shared/issue.yaml#/$defs/issueId, description: Issue to assign. }",
      "    user: { $ref: ../shared/user.yaml#/$defs/userId, description: User to assign it to. }",
    ].join("\n"),
  },
};
