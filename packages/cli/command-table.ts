import type { CommandSetup } from "./command.js";

/** What a command's name stands for; the module with its setup is imported when the command is called. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ readonly setup: CommandSetup }>;
}

/** Every command in the order of the help. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  init: { summary: "create a project, or add tools to one", load: () => import("./commands/init.js") },
  new: {
    summary: "write the manifest and implementation of a new tool",
    load: () => import("./commands/new.js"),
  },
  import: {
    summary: "write manifests from OpenAPI, MCP servers, TypeScript or tools in code",
    load: () => import("./commands/import.js"),
  },
  generate: { summary: "generate code from the manifests", load: () => import("./commands/generate.js") },
  check: {
    summary: "check that the generated code matches the manifests",
    load: () => import("./commands/check.js"),
  },
  format: { summary: "format the manifests", load: () => import("./commands/format.js") },
  lint: { summary: "report errors and warnings in the manifests", load: () => import("./commands/lint.js") },
  breaking: {
    summary: "report what changed for callers, approvers and models since another version",
    load: () => import("./commands/breaking.js"),
  },
  rename: { summary: "rename a tool or a parameter everywhere", load: () => import("./commands/rename.js") },
  docs: {
    summary: "write a reference of all tools as Markdown and HTML",
    load: () => import("./commands/docs.js"),
  },
  explain: { summary: "explain a diagnostic, with examples", load: () => import("./commands/explain.js") },
  list: { summary: "list the tools", load: () => import("./commands/list.js") },
  show: { summary: "show one tool", load: () => import("./commands/show.js") },
  run: { summary: "run a tool; its parameters are flags", load: () => import("./commands/run.js") },
  test: { summary: "run the tests of the manifests", load: () => import("./commands/test.js") },
  export: {
    summary: "print the tools' definitions for a provider",
    load: () => import("./commands/export.js"),
  },
  cost: { summary: "show the tokens that each definition costs", load: () => import("./commands/cost.js") },
  mcp: {
    summary: "serve the tools over MCP; `mcp config` connects a client",
    load: () => import("./commands/mcp.js"),
  },
  playground: { summary: "try the tools on a local page", load: () => import("./commands/playground.js") },
  worker: {
    summary: "run calls that executors submit over PostgreSQL",
    load: () => import("./commands/worker.js"),
  },
  queue: {
    summary: "show, drain, retry and cancel calls of workers",
    load: () => import("./commands/queue.js"),
  },
  doctor: { summary: "check the set-up of a project", load: () => import("./commands/doctor.js") },
};
