import type { CommandEntry } from "./command-setup.js";

/** Every command in the order of the help. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: "init",
    summary: "make a project, or add tools to one",
    load: async () => (await import("./commands/init.js")).setupInit,
  },
  {
    name: "new",
    summary: "write the manifest and the implementation of a new tool",
    load: async () => (await import("./commands/new.js")).setupNew,
  },
  {
    name: "import",
    summary: "write manifests for what you have: OpenAPI, MCP servers, TypeScript, tools in code",
    load: async () => (await import("./commands/import.js")).setupImport,
  },
  {
    name: "generate",
    summary: "write the bindings of the manifests",
    load: async () => (await import("./commands/generate.js")).setupGenerate,
  },
  {
    name: "check",
    summary: "tell whether the bindings are what the manifests ask for",
    load: async () => (await import("./commands/check.js")).setupCheck,
  },
  {
    name: "format",
    summary: "write the manifests in canonical order and style",
    load: async () => (await import("./commands/format.js")).setupFormat,
  },
  {
    name: "lint",
    summary: "report what is wrong with the manifests, and fix it with --fix",
    load: async () => (await import("./commands/lint.js")).setupLint,
  },
  {
    name: "breaking",
    summary: "report what changed for callers, approvers and models since another version",
    load: async () => (await import("./commands/breaking.js")).setupBreaking,
  },
  {
    name: "rename",
    summary: "rename a tool or a parameter everywhere",
    load: async () => (await import("./commands/rename.js")).setupRename,
  },
  {
    name: "docs",
    summary: "write the reference of all tools as Markdown and HTML",
    load: async () => (await import("./commands/docs.js")).setupDocs,
  },
  {
    name: "explain",
    summary: "explain a finding, with a bad and a good example",
    load: async () => (await import("./commands/explain.js")).setupExplain,
  },
  {
    name: "list",
    summary: "list the tools",
    load: async () => (await import("./commands/list.js")).setupList,
  },
  {
    name: "show",
    summary: "show one tool",
    load: async () => (await import("./commands/show.js")).setupShow,
  },
  {
    name: "run",
    summary: "run a tool; its parameters are flags",
    load: async () => (await import("./commands/run.js")).setupRun,
  },
  {
    name: "test",
    summary: "run the tests that the manifests hold",
    load: async () => (await import("./commands/test.js")).setupTest,
  },
  {
    name: "mcp",
    summary: "serve the tools over MCP; `mcp config` connects a client",
    load: async () => (await import("./commands/mcp.js")).setupMcp,
  },
  {
    name: "playground",
    summary: "try the tools on a local page",
    load: async () => (await import("./commands/playground.js")).setupPlayground,
  },
  {
    name: "worker",
    summary: "run calls that executors submit over PostgreSQL",
    load: async () => (await import("./commands/worker.js")).setupWorker,
  },
  {
    name: "queue",
    summary: "show, drain, retry and cancel calls of workers",
    load: async () => (await import("./commands/queue.js")).setupQueue,
  },
  {
    name: "doctor",
    summary: "look for what keeps a project from working",
    load: async () => (await import("./commands/doctor.js")).setupDoctor,
  },
  {
    name: "export",
    summary: "print the tools' definitions for a provider",
    load: async () => (await import("./commands/export.js")).setupExport,
  },
  {
    name: "cost",
    summary: "show the tokens that each definition costs",
    load: async () => (await import("./commands/cost.js")).setupCost,
  },
];
