import type { CommandSetup } from "./command.js";

/** A command's summary and its setup module, imported when the command is called. */
type CommandEntry = readonly [summary: string, load: () => Promise<{ readonly setup: CommandSetup }>];

/** Every command, in `--help` order. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  init: ["create a project, or add toolkiln to an existing one", () => import("./commands/init.js")],
  new: ["write the manifest and implementation of a new tool", () => import("./commands/new.js")],
  import: ["write manifests from existing tools and schemas", () => import("./commands/import.js")],
  generate: ["generate code from the manifests", () => import("./commands/generate.js")],
  check: ["check that the generated code matches the manifests", () => import("./commands/check.js")],
  format: ["format the manifests", () => import("./commands/format.js")],
  lint: ["report errors and warnings in the manifests", () => import("./commands/lint.js")],
  breaking: [
    "report changes since another version, and whom they affect",
    () => import("./commands/breaking.js"),
  ],
  rename: ["rename a tool or a parameter everywhere", () => import("./commands/rename.js")],
  docs: ["write a reference of all tools as Markdown and HTML", () => import("./commands/docs.js")],
  explain: ["explain a diagnostic, with examples", () => import("./commands/explain.js")],
  list: ["list the tools", () => import("./commands/list.js")],
  show: ["show one tool", () => import("./commands/show.js")],
  run: ["run a tool; its parameters are flags", () => import("./commands/run.js")],
  test: ["run the tests of the manifests", () => import("./commands/test.js")],
  export: ["print the tools' definitions for a provider", () => import("./commands/export.js")],
  cost: ["show the tokens that each definition costs", () => import("./commands/cost.js")],
  mcp: ["serve the tools over MCP; `mcp config` prints client settings", () => import("./commands/mcp.js")],
  playground: ["try the tools on a local page", () => import("./commands/playground.js")],
  worker: ["run calls that executors submit over PostgreSQL", () => import("./commands/worker.js")],
  queue: ["show, drain, retry and cancel the calls that workers run", () => import("./commands/queue.js")],
  doctor: ["check the setup of a project", () => import("./commands/doctor.js")],
};
