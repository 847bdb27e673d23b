// Reads a hostile file twice beside a good manifest and prints what came of it, with the processor time and the memory.
import { readFileSync } from "node:fs";
import { analyze, defaultConfig, memoryHost } from "@toolkiln/generator";
import { hostileFiles } from "./files.js";

const [kind, name] = process.argv.slice(2);
const good = "id: good\ndescription: Read a text file.\ncategory: custom\nrisk: safe\nresult: text\n";
const host = (files) => {
  const bytes = new Map(files);
  return {
    ...memoryHost(new Map()),
    listFiles: async () => [...bytes.keys()],
    readFile: async (path) => bytes.get(path),
  };
};
// What loading the parser and the schema compiler costs is not the file's.
await analyze(host([["manifests/good.tool.yaml", Buffer.from(good)]]), defaultConfig);

const hostile = kind === "made" ? Buffer.from(hostileFiles[name]()) : readFileSync(name);
const before = process.cpuUsage();
const { diagnostics, models } = await analyze(
  host([
    ["manifests/a.tool.yaml", hostile],
    ["manifests/b.tool.yaml", hostile],
    ["manifests/good.tool.yaml", Buffer.from(good)],
  ]),
  defaultConfig,
);
const { user, system } = process.cpuUsage(before);
const errors = (file) =>
  diagnostics.filter((found) => found.file === file && found.severity === "error").length;
console.log(
  JSON.stringify({
    errors: [errors("manifests/a.tool.yaml"), errors("manifests/b.tool.yaml")],
    findings: diagnostics.length,
    codes: [...new Set(diagnostics.map(({ code }) => code))],
    models: models.map(({ spec }) => spec.id),
    milliseconds: (user + system) / 1000 / 2,
    megabytes: process.resourceUsage().maxRSS / 1024,
    polluted: Object.hasOwn(Object.prototype, "polluted"),
  }),
);
