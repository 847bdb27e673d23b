// Reads hostile files, each twice beside a good manifest, and prints a line for each: the outcome, the time
// and the memory. `read.js made <names…>` or `read.js file <paths…>`.
import { readFileSync } from "node:fs";
import { analyze, defaultConfig, memoryHost } from "@toolkiln/generator";
import { hostileFiles } from "./files.js";

const [kind, ...names] = process.argv.slice(2);
const good = Buffer.from(
  "id: good\ndescription: Read a text file.\ncategory: custom\nrisk: safe\nresult: text\n",
);

function analyzeFiles(files) {
  const bytes = new Map([...files, ["manifests/good.tool.yaml", good]]);
  const host = {
    ...memoryHost(new Map()),
    listFiles: async () => [...bytes.keys()],
    readFile: async (path) => bytes.get(path),
  };
  return analyze(host, defaultConfig);
}

// Loads the parser and the schema compiler first, so that they are not measured.
await analyzeFiles([]);
for (const name of names) {
  const hostile = kind === "made" ? Buffer.from(hostileFiles[name]()) : readFileSync(name);
  const copies = ["manifests/a.tool.yaml", "manifests/b.tool.yaml"];
  const before = process.cpuUsage();
  const started = performance.now();
  const { diagnostics, models } = await analyzeFiles(copies.map((file) => [file, hostile]));
  const elapsed = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const reading = {
    name,
    errors: copies.map((copy) => errors.filter(({ file }) => file === copy).length),
    findings: diagnostics.length,
    codes: [...new Set(diagnostics.map(({ code }) => code))],
    models: models.map(({ spec }) => spec.id),
    // On a busy machine the clock runs faster than the work; on an idle one, work is done on several threads at once.
    milliseconds: Math.min((user + system) / 1000, elapsed) / copies.length,
    megabytes: process.resourceUsage().maxRSS / 1024,
    polluted: Object.hasOwn(Object.prototype, "polluted"),
  };
  console.log(JSON.stringify(reading));
}
