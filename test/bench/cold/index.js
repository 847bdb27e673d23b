import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultConfig, generate, nodeHost } from "@toolkiln/generator";
import { floorOf, median, printTable, quietDecile, underNode24 } from "../harness.js";
import { benchFolder, writeProject } from "../thousand-tools.js";
import { peerPrograms } from "./peers.js";

const tools = 1000;

/** Cold start to the first result with 1,000 tools and implementation files, against an empty process. */
export async function cold({ rounds = 15, peers = true } = {}) {
  const folder = benchFolder("cold");
  await prepare(folder);
  const own = [
    { name: "empty process", file: "empty.mjs" },
    { name: "toolkiln", file: "first-call.mjs" },
  ];
  const cases = peers ? [...own, ...peerCases(folder, own)] : own;
  const measured = cases.map(() => []);
  for (let index = -1; index < rounds; index++) {
    for (const [position, { file, execPath }] of cases.entries()) {
      const elapsed = start(new URL(file, folder), execPath);
      if (index >= 0) measured[position].push(elapsed);
    }
  }
  const rows = cases.map((one, position) => {
    const quiet = quietDecile(measured[position]);
    const ratio = quiet / quietDecile(measured[floorOf(one, cases)]);
    return { name: one.name, unit: "ms", quiet, median: median(measured[position]), ratio };
  });
  printTable(`cold start to the first result with ${tools} tools`, rows);
  return rows;
}

/** Peers; those that require Node 22 are compared with our own cases under Node 24. */
function peerCases(folder, own) {
  const cases = Object.entries(peerPrograms(tools)).map(([name, program]) => {
    const file = `peers/${name.replaceAll(/\W/g, "-")}.mjs`;
    writeFileSync(new URL(file, folder), program);
    return { name, file };
  });
  const isNewer = ({ name }) => ["AI SDK 7", "Mastra 1"].includes(name);
  return [
    ...cases.filter((one) => !isNewer(one)),
    ...underNode24([...own, ...cases.filter((one) => isNewer(one))]),
  ];
}

/** A program reports success by its exit code, because printing would take longer than the call. */
function start(file, execPath = process.execPath) {
  const started = performance.now();
  const { status, stderr } = spawnSync(execPath, [fileURLToPath(file)], { encoding: "utf8" });
  const elapsed = performance.now() - started;
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
  return elapsed;
}

async function prepare(folder) {
  const root = writeProject(folder, tools, { implementations: true });
  const { diagnostics } = await generate({ host: nodeHost(root), config: defaultConfig });
  const problems = diagnostics.filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));
  compile(root);
  if (!existsSync(new URL("out/generated/registry.js", folder))) throw new Error("Nothing was compiled.");
  benchFolder("cold/peers");
  // The peers are installed beside the benchmark, not beside the cache.
  symlinkSync(
    fileURLToPath(new URL("../node_modules", import.meta.url)),
    new URL("peers/node_modules", folder),
  );
  // As every project has it: without, Node reads each file as CommonJS first.
  writeFileSync(new URL("package.json", folder), JSON.stringify({ type: "module" }));
  writeFileSync(new URL("empty.mjs", folder), "");
  writeFileSync(
    new URL("first-call.mjs", folder),
    `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./out/generated/registry.js";
const executor = new ToolExecutor(registry);
const { status, result } = await executor.execute("tool-500", { path: "README.md" });
if (status !== "completed" || result.data.id !== "tool-500") throw new Error(status);
`,
  );
}

function compile(root) {
  const options = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    outDir: "out",
    rootDir: ".",
    types: [],
  };
  writeFileSync(
    `${root}/tsconfig.json`,
    JSON.stringify({ compilerOptions: options, include: ["generated", "tools"] }),
  );
  const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
}
