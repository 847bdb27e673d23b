import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultConfig, generate, nodeHost } from "@toolkiln/generator";
import { median, printTable, quietDecile } from "../harness.js";

const tools = 1000;
const folder = new URL("../../node_modules/.cache/toolkiln-bench/cold/", import.meta.url);

/** Cold start to the first answer with 1,000 tools and implementation files, against an empty process. */
export async function cold({ rounds = 21 } = {}) {
  await prepare();
  const cases = [
    { name: "empty process", file: "empty.mjs" },
    { name: `first call of ${tools} tools`, file: "first-call.mjs" },
  ];
  const measured = cases.map(() => []);
  for (let index = -1; index < rounds; index++) {
    for (const [position, { file }] of cases.entries()) {
      const elapsed = start(file);
      if (index >= 0) measured[position].push(elapsed);
    }
  }
  const floor = quietDecile(measured[0]);
  const rows = cases.map(({ name }, position) => {
    const quiet = quietDecile(measured[position]);
    return { name, unit: "ms", quiet, median: median(measured[position]), ratio: quiet / floor };
  });
  printTable(`cold start with ${tools} tools and ${tools} implementations`, rows);
  return rows;
}

function start(file) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL(file, folder))], {
    encoding: "utf8",
  });
  const elapsed = performance.now() - started;
  const expected = file === "empty.mjs" ? "" : "completed tool-500";
  if (status !== 0 || stdout.trim() !== expected) throw new Error(`${file} failed: ${stdout}${stderr}`);
  return elapsed;
}

async function prepare() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(new URL("manifests/", folder), { recursive: true });
  mkdirSync(new URL("tools/", folder), { recursive: true });
  for (let index = 0; index < tools; index++) {
    const id = `tool-${index}`;
    writeFileSync(new URL(`manifests/${id}.tool.yaml`, folder), manifestOf(id));
    const implementation = `import { tool${index} } from "../generated/tools/${id}.js";\nexport const tool = tool${index}.implement(async ({ path }) => ({ path, id: "${id}" }));\n`;
    writeFileSync(new URL(`tools/${id}.ts`, folder), implementation);
  }
  const { diagnostics } = await generate({ host: nodeHost(fileURLToPath(folder)), config: defaultConfig });
  const problems = diagnostics.filter(({ severity }) => severity === "error");
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));
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
    new URL("tsconfig.json", folder),
    JSON.stringify({ compilerOptions: options, include: ["generated", "tools"] }),
  );
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", fileURLToPath(folder)], {
    encoding: "utf8",
  });
  if (status !== 0 || !existsSync(new URL("out/generated/registry.js", folder))) throw new Error(stdout);
  writeFileSync(new URL("empty.mjs", folder), "");
  writeFileSync(
    new URL("first-call.mjs", folder),
    `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./out/generated/registry.js";
const executor = new ToolExecutor(registry);
const { status, result } = await executor.execute("tool-500", { path: "README.md" });
console.log(status, result.data.id);
`,
  );
}

function manifestOf(id) {
  return `id: ${id}
description: The tool ${id} of a thousand, which does next to nothing with its four parameters.
category: custom
risk: safe
tags: [bench]
schema:
  properties:
    path: { type: string, minLength: 1, description: A path. }
    encoding: { enum: [utf-8, latin1], default: utf-8, description: An encoding. }
    maxBytes: { type: integer, minimum: 1, maximum: 10485760, default: 1048576, description: A limit. }
    follow: { type: boolean, description: A switch. }
  required: [path]
result: structured
`;
}
