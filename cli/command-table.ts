import type { CommandEntry } from "./command-setup.js";

/** Every command in the order of the help. */
export const commandTable: readonly CommandEntry[] = [
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
    name: "list",
    summary: "list the tools",
    load: async () => (await import("./commands/list.js")).setupList,
  },
  {
    name: "run",
    summary: "run a tool; its parameters are flags",
    load: async () => (await import("./commands/run.js")).setupRun,
  },
];
