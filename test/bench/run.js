// npm run bench -- dispatch cold      measures; without names, everything
// npm run bench -- dispatch --record  and writes down what it measured: the tables, charts and JSON file of test/bench/results
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cold } from "./cold/index.js";
import { command } from "./command/index.js";
import { dispatch } from "./dispatch/index.js";
import { generate } from "./generate/index.js";
import { hostileYaml } from "./hostile-yaml/index.js";
import { lint } from "./lint/index.js";
import { mcp } from "./mcp/index.js";
import { record } from "./report/record.js";
import { takeTables } from "./report/tables.js";
import { scale } from "./scale/index.js";
import { typecheck } from "./typecheck/index.js";
import { validate } from "./validate/index.js";

const benchmarks = {
  dispatch,
  validate,
  cold,
  command,
  generate,
  lint,
  typecheck,
  scale,
  mcp,
  "hostile-yaml": hostileYaml,
};
const words = process.argv.slice(2);
const isRecorded = words.includes("--record");
const wanted = words.filter((word) => word !== "--record");
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`,
  );
  process.exit(2);
}
installPeers();
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await benchmark();
  const tables = takeTables();
  if (isRecorded && tables.length > 0) record(name, tables);
}

/** The peers have a lock file of their own, so that installing the project stays small. */
function installPeers() {
  const folder = new URL(".", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  if (Object.keys(dependencies).every((name) => existsSync(new URL(`node_modules/${name}`, folder)))) return;
  console.log("Installing the peers …");
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
