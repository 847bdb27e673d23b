import type { Explanation } from "../explanations.js";

/** Explanations of the codes about generated files. */
export const freshnessExplanations: Readonly<
  Record<
    "TK6001" | "TK6002" | "TK6003" | "TK6004" | "TK6005" | "TK6006" | "TK6007" | "TK6008" | "TK6009",
    Explanation
  >
> = {
  TK6001: {
    why: "The generated file differs from what its manifest generates now: types, validators and documentation have drifted from the source.",
    bad: ["$ toolkiln generate", "$ edit manifests/file-read.tool.yaml", "$ toolkiln check"].join("\n"),
    good: ["$ edit manifests/file-read.tool.yaml", "$ toolkiln generate", "$ toolkiln check"].join("\n"),
  },
  TK6002: {
    why: "A file that the manifests ask for is not there, so code that imports it does not compile.",
    bad: ["$ rm generated/tools/file-read.ts", "$ toolkiln check"].join("\n"),
    good: ["$ rm generated/tools/file-read.ts", "$ toolkiln generate", "$ toolkiln check"].join("\n"),
  },
  TK6003: {
    why: "The manifest of the file is gone, but code may still import what is left of it.",
    bad: ["$ rm manifests/file-read.tool.yaml", "$ toolkiln check"].join("\n"),
    good: ["$ rm manifests/file-read.tool.yaml", "$ toolkiln generate", "$ toolkiln check"].join("\n"),
  },
  TK6004: {
    why: "The file was edited by hand. The next run would overwrite the edit, so it is left alone until you say so.",
    bad: ["$ edit generated/tools/file-read.ts", "$ toolkiln generate"].join("\n"),
    good: ["$ edit manifests/file-read.tool.yaml", "$ toolkiln generate"].join("\n"),
  },
  TK6005: {
    why: "A file that toolkiln did not write stands where a generated one belongs. It is never touched.",
    bad: ["$ mv my-registry.ts generated/registry.ts", "$ toolkiln generate"].join("\n"),
    good: ["$ mv my-registry.ts tools/my-registry.ts", "$ toolkiln generate"].join("\n"),
  },
  TK6006: {
    why: "A tool without implementation is in the registry but cannot run. A contract or a function is no implementation: call the contract's `implement`.",
    bad: ["$ toolkiln new file-copy", "$ rm tools/file-copy.ts", "$ toolkiln check"].join("\n"),
    good: ["$ toolkiln new file-copy", "$ edit tools/file-copy.ts", "$ toolkiln check"].join("\n"),
  },
  TK6007: {
    why: "The output folder is a link, a file or lies outside the project. Writing and deleting there could hit somebody else's files.",
    bad: ["$ ln -s ../src generated", "$ toolkiln generate"].join("\n"),
    good: "$ toolkiln generate --out generated",
  },
  TK6008: {
    why: "The file system refused to write the file: it is read-only, full or somebody else's.",
    bad: ["$ chmod a-w generated", "$ edit manifests/file-read.tool.yaml", "$ toolkiln generate"].join("\n"),
    good: ["$ chmod u+w generated", "$ edit manifests/file-read.tool.yaml", "$ toolkiln generate"].join("\n"),
  },
  TK6009: {
    why: "Two runs over the same manifests gave different bytes, so nobody could tell whether the files are fresh. This is a bug of toolkiln.",
    bad: "$ toolkiln generate --verify-deterministic",
    good: "$ toolkiln generate",
  },
};
