import type { Explanation } from "../explanations.js";

const manual = [
  "description: |",
  "  Read a text file from the workspace, which is a thing that has to be said at length.",
  "# ×20 such lines",
].join("\n");

/** Explanations of the codes about the targets of the configuration; each example says what they are. */
export const portabilityExplanations: Readonly<
  Record<
    | "TK5001"
    | "TK5002"
    | "TK5003"
    | "TK5004"
    | "TK5005"
    | "TK5006"
    | "TK5007"
    | "TK5008"
    | "TK5009"
    | "TK5010",
    Explanation
  >
> = {
  TK5001: {
    why: "Providers limit the names of tools, and clients add prefixes. A name that is changed on the way is not found in logs and prompts.",
    bad: "# targets: [{ provider: openai, prefix: mcp__my_files__ }]\nwireName: read_a_text_file_from_the_workspace_of_the_current_project",
    good: "# targets: [{ provider: openai, prefix: mcp__my_files__ }]\nwireName: read_file",
  },
  TK5002: {
    why: "Some providers refuse a whole request for one parameter's name; where they do, it has to be sent under another.",
    bad: "# targets: [gemini]\nschema:\n  properties:\n    $filter: { type: string, description: What to keep. }",
    good: "# targets: [gemini]\nschema:\n  properties:\n    filter: { type: string, description: What to keep., x-renamed-from: [$filter] }",
  },
  TK5003: {
    why: "Two tools with one name at a provider: the model could mean either, and the request is refused.",
    bad: "# targets: [{ provider: openai }]\n# file: manifests/file-read.tool.yaml\nid: file-read\n# file: manifests/read.tool.yaml\nid: read\ntargets: { openai: { wireName: file_read } }",
    good: "# targets: [{ provider: openai }]\n# file: manifests/file-read.tool.yaml\nid: file-read\n# file: manifests/read.tool.yaml\nid: read",
  },
  TK5004: {
    why: "OpenAI takes 1,024 characters of a tool's description; some models take more, others refuse the request.",
    bad: `# targets: [openai]\n${manual}`,
    good: `# targets: [openai]\n${manual}\ntargets: { openai: { description: Read a text file. } }`,
  },
  TK5005: {
    why: "What the provider's strict form cannot carry without losing something is sent in the looser form, so the provider does not hold the model to it. Our validator still does.",
    bad: "# targets: [{ provider: openai, strict: true }]\nschema:\n  properties:\n    parent: { type: [string, 'null'], description: The note above. }",
    good: "# targets: [{ provider: openai, strict: true }]\nschema:\n  properties:\n    parent: { type: string, description: The note above. }",
  },
  TK5006: {
    why: "The provider has no keyword for it. The description says it, and our validator enforces it; a model that overlooks it has to try again.",
    bad: "# targets: [{ provider: anthropic, strict: true }]\nschema:\n  properties:\n    size: { type: integer, minimum: 1, description: How many. }",
    good: "# targets: [{ provider: anthropic, strict: true }]\nschema:\n  properties:\n    size: { enum: [1, 10, 100], description: How many. }",
  },
  TK5007: {
    why: "The provider refuses a request with more tools than it takes.",
    bad: "# targets: [openai]\n# file: manifests/tool-{n}.tool.yaml\n# ×200 such files\ntags: [all]",
    good: [
      "# targets: [openai]",
      "# toolsets: { reading: { tags: [read] }, writing: { tags: [write] } }",
      "# file: manifests/read-{n}.tool.yaml",
      "# ×100 such files",
      "tags: [read]",
      "# file: manifests/write-{n}.tool.yaml",
      "# ×100 such files",
      "tags: [write]",
    ].join("\n"),
  },
  TK5008: {
    why: "Anthropic compiles strict tools and limits them in a request: 20 tools, 24 optional parameters, 16 parameters with a union. Those beyond are sent without.",
    bad: "# targets: [{ provider: anthropic, strict: true }]\n# file: manifests/tool-{n}.tool.yaml\n# ×30 such files\ntags: [all]",
    good: [
      "# targets: [anthropic]",
      "# file: manifests/tool-{n}.tool.yaml",
      "# ×29 such files",
      "tags: [all]",
      "# file: manifests/file-delete.tool.yaml",
      "targets: { anthropic: { strict: true } }",
    ].join("\n"),
  },
  TK5009: {
    why: "Every definition is paid for in every request. The configuration's `budget` says how much it may be.",
    bad: `# budget: { tool: 300 }\n${manual}`,
    good: "# budget: { tool: 300 }\ndescription: What the tool does, when to use it, its limits.",
  },
  TK5010: {
    why: "Directories of MCP servers list a tool only when it states whether it reads or destroys, and whether it reaches beyond the machine.",
    bad: "# targets: [mcp]\nhints: { idempotent: true }",
    good: "# targets: [mcp]\nhints: { readOnly: true, openWorld: false }",
  },
};
