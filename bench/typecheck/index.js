import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultConfig, generate, nodeHost } from "@toolkiln/generator";
import { median, printTable, quietDecile } from "../harness.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const tools = 1000;
const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

/** What the compiler needs for 1,000 tools with implementations, against the same tools with inferred Zod types. */
export async function typecheck({ rounds = 5 } = {}) {
  const ours = await prepareToolkiln();
  const peer = prepareZod();
  const cases = [
    { name: "Zod schemas with inferred types", root: peer },
    { name: "toolkiln", root: ours },
  ];
  const measured = cases.map(() => []);
  for (let index = 0; index < rounds; index++) {
    for (const [position, { root }] of cases.entries()) measured[position].push(check(root));
  }
  const floor = quietDecile(measured[0]);
  const rows = cases.map(({ name }, position) => {
    const quiet = quietDecile(measured[position]);
    return { name, unit: "ms", quiet, median: median(measured[position]), ratio: quiet / floor };
  });
  printTable(`typecheck: tsc over ${tools} tools and their implementations`, rows);
  return rows;
}

function check(root) {
  const started = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout.slice(0, 2000));
  return performance.now() - started;
}

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

async function prepareToolkiln() {
  const folder = benchFolder("typecheck");
  const root = writeProject(folder, tools, { implementations: true });
  await generate({ host: nodeHost(root), config: defaultConfig });
  writeFileSync(
    new URL("main.ts", folder),
    callsOf((id) => `await executor.execute("${id}", { path: "a" })`, preambleOfToolkiln),
  );
  writeFileSync(
    new URL("tsconfig.json", folder),
    JSON.stringify({ compilerOptions, include: ["generated", "tools", "main.ts"] }),
  );
  return root;
}

const preambleOfToolkiln = `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";
const executor = new ToolExecutor(registry);
`;

function prepareZod() {
  const folder = benchFolder("typecheck-zod");
  mkdirSync(new URL("tools/", folder), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), new URL("node_modules", folder));
  for (let index = 0; index < tools; index++) {
    writeFileSync(
      new URL(`tools/tool-${index}.ts`, folder),
      `import { z } from "zod";
export const schema${index} = z.strictObject({
  path: z.string().min(1).describe("A path."),
  encoding: z.enum(["utf-8", "latin1"]).default("utf-8").describe("An encoding."),
  maxBytes: z.int().min(1).max(10485760).default(1048576).describe("A limit."),
  follow: z.boolean().optional().describe("A switch."),
});
export async function run${index}({ path }: z.output<typeof schema${index}>) {
  return { path, id: "tool-${index}" };
}
`,
    );
  }
  const imports = Array.from(
    { length: tools },
    (_, index) => `import { run${index}, schema${index} } from "./tools/tool-${index}.js";\n`,
  );
  const entries = Array.from(
    { length: tools },
    (_, index) => `  "tool-${index}": { schema: schema${index}, run: run${index} },\n`,
  );
  const preamble = `import { z } from "zod";
${imports.join("")}
const registry = {
${entries.join("")}};
type Registry = typeof registry;
async function execute<Id extends keyof Registry>(
  id: Id,
  input: z.input<Registry[Id]["schema"]>,
): Promise<Awaited<ReturnType<Registry[Id]["run"]>>> {
  const { schema, run } = registry[id];
  return (await run(schema.parse(input))) as Awaited<ReturnType<Registry[Id]["run"]>>;
}
`;
  writeFileSync(
    new URL("main.ts", folder),
    callsOf((id) => `await execute("${id}", { path: "a" })`, preamble),
  );
  writeFileSync(
    new URL("tsconfig.json", folder),
    JSON.stringify({ compilerOptions, include: ["tools", "main.ts"] }),
  );
  return fileURLToPath(folder);
}

function callsOf(call, preamble) {
  const calls = Array.from({ length: tools }, (_, index) => `  ${call(`tool-${index}`)};\n`);
  return `${preamble}export async function main() {\n${calls.join("")}}\n`;
}
