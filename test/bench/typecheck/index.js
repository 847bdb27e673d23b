import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultConfig, generate, nodeHost } from "@toolkiln/generator";
import { median, printTable, quietDecile } from "../harness.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const tools = 1000;
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/** What the compiler needs for 1,000 tools with implementations, against the same tools with inferred Zod types. */
export async function typecheck({ rounds = 5 } = {}) {
  const cases = [
    { name: "Zod schemas with inferred types", root: prepareZod("typecheck-zod", schemaAndBody) },
    { name: "toolkiln", root: await prepareToolkiln("typecheck") },
    {
      name: "toolkiln's types alone",
      root: await prepareToolkiln("typecheck-types", { shorten: keepTypes }),
    },
    { name: "Zod schemas in tools with metadata", root: prepareZod("typecheck-zod-tools", codeFirstTool) },
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

async function prepareToolkiln(folderName, { shorten } = {}) {
  const folder = benchFolder(folderName);
  const root = writeProject(folder, tools, { implementations: true });
  const { files } = await generate({ host: nodeHost(root), config: defaultConfig });
  if (shorten) {
    for (const { path } of files) {
      const file = new URL(path, folder);
      writeFileSync(file, shorten(path, readFileSync(file, "utf8")));
    }
  }
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

/** What no way of writing generated files could save: the same files, with the types and nothing to run. */
function keepTypes(path, code) {
  if (path.endsWith(".validator.ts")) return "// @ts-nocheck\nexport const params = undefined as never;\n";
  if (path.endsWith("/catalog.ts")) return replaced(code, /catalogOf\([\s\S]*\)/, "catalogOf()");
  if (!path.includes("/tools/")) return code;
  return replaced(code, /defineContract\(\{[\s\S]*?\n\}\);/, "defineContract(undefined as never);");
}

/** Where nothing is replaced any more, other files than meant would be measured. */
function replaced(code, pattern, text) {
  if (!pattern.test(code)) throw new Error(`Generated code has no ${pattern} any more.`);
  return code.replace(pattern, text);
}

const preambleOfToolkiln = `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";
const executor = new ToolExecutor(registry);
`;

/** The least there can be: a schema, and a function that takes what it infers. */
const schemaAndBody = {
  imports: `import { z } from "zod";`,
  fileOf: (id) => `export const schema = ${zodSchema};
export async function run({ path }: z.output<typeof schema>) {
  return { path, id: "${id}" };
}
`,
  entryOf: (name) => `{ schema: ${name}.schema, run: ${name}.run }`,
};

/** What a generated tool is as well: one value with id, description, category, risk, schema and body. */
const codeFirstTool = {
  imports: `import { defineTool } from "@toolkiln/runtime";
import { z } from "zod";`,
  fileOf: (id) => `export const schema = ${zodSchema};
export const tool = defineTool({
  id: "${id}",
  description: "The tool ${id} of many, which does next to nothing with its four parameters.",
  category: "custom",
  risk: "safe",
  tags: ["bench"],
  input: schema,
  run: async ({ path }) => ({ path, id: "${id}" }),
});
`,
  entryOf: (name) => `{ schema: ${name}.schema, run: ${name}.tool.run }`,
};

const zodSchema = `z.strictObject({
  path: z.string().min(1).describe("A path."),
  encoding: z.enum(["utf-8", "latin1"]).default("utf-8").describe("An encoding."),
  maxBytes: z.int().min(1).max(10485760).default(1048576).describe("A limit."),
  follow: z.boolean().optional().describe("A switch."),
})`;

function prepareZod(folderName, { imports, fileOf, entryOf }) {
  const folder = benchFolder(folderName);
  mkdirSync(new URL("tools/", folder), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), new URL("node_modules", folder));
  const indices = Array.from({ length: tools }, (_, index) => index);
  for (const index of indices) {
    writeFileSync(new URL(`tools/tool-${index}.ts`, folder), `${imports}\n${fileOf(`tool-${index}`)}`);
  }
  const modules = indices.map((index) => `import * as tool${index} from "./tools/tool-${index}.js";\n`);
  const entries = indices.map((index) => `  "tool-${index}": ${entryOf(`tool${index}`)},\n`);
  const preamble = `import { z } from "zod";
${modules.join("")}
const registry = {
${entries.join("")}};
type Registry = typeof registry;
declare function execute<Id extends keyof Registry>(
  id: Id,
  input: z.input<Registry[Id]["schema"]>,
): Promise<Awaited<ReturnType<Registry[Id]["run"]>>>;
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
