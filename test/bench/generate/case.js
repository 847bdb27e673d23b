// Runs one way of generating in this process and prints the milliseconds it took, loading its library included.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parameters } from "../thousand-tools.js";

const [name, root, count] = process.argv.slice(2);
const tools = Number(count);
const ids = Array.from({ length: tools }, (_, index) => `tool-${index}`);

async function toolkiln() {
  const { defaultConfig, generate, nodeHost } = await import("@toolkiln/generator");
  const { files, diagnostics } = await generate({
    host: nodeHost(root),
    config: defaultConfig,
    // As the command does it.
  });
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new Error(JSON.stringify(diagnostics[0]));
  return files.filter(({ status }) => status === "written").length;
}

function openApi() {
  const schemas = Object.fromEntries(ids.map((id) => [`${id.replace("-", "")}Input`, parameters]));
  return { openapi: "3.1.0", info: { title: "bench", version: "1.0.0" }, paths: {}, components: { schemas } };
}

const cases = {
  /** Reading and hashing the manifests: what finding out that nothing changed costs at least. */
  "read-and-hash"() {
    const folder = join(root, "manifests");
    for (const file of readdirSync(folder))
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex");
    return tools;
  },
  async load() {
    await import("@toolkiln/generator");
    return tools;
  },
  async "from-nothing"() {
    const written = await toolkiln();
    if (written < tools * 2) throw new Error(`Only ${written} files were written.`);
    return tools;
  },
  async "nothing-changed"() {
    const written = await toolkiln();
    if (written !== 0) throw new Error(`${written} files were written.`);
    return tools;
  },
  async "one-changed"() {
    if ((await toolkiln()) === 0) throw new Error("Nothing was written.");
    return tools;
  },
  async "json-schema-to-typescript"() {
    const { compile } = await import("json-schema-to-typescript");
    for (const id of ids) await compile(structuredClone(parameters), `${id}Input`, { format: true });
    return tools;
  },
  async "json-schema-to-typescript-unformatted"() {
    const { compile } = await import("json-schema-to-typescript");
    for (const id of ids) await compile(structuredClone(parameters), `${id}Input`, { format: false });
    return tools;
  },
  async "openapi-typescript"() {
    const { astToString, default: openapiTS } = await import("openapi-typescript");
    const text = astToString(await openapiTS(openApi()));
    if (!text.includes("tool999Input") && tools > 999) throw new Error("A type is missing.");
    return tools;
  },
  async "hey-api"() {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({
      input: openApi(),
      output: join(root, "hey-api"),
      plugins: ["@hey-api/typescript"],
      logs: { level: "silent" },
    });
    return tools;
  },
  async quicktype() {
    const { InputData, JSONSchemaInput, quicktype } = await import("quicktype-core");
    const input = new JSONSchemaInput(undefined);
    for (const id of ids) await input.addSource({ name: `${id}Input`, schema: JSON.stringify(parameters) });
    const inputData = new InputData();
    inputData.addInput(input);
    const { lines } = await quicktype({
      inputData,
      lang: "typescript",
      rendererOptions: { "just-types": "true" },
    });
    if (lines.length < 10) throw new Error("No types were written.");
    return tools;
  },
};

// Moved away, not deleted: some file systems are slow to create files where many have just been deleted.
if (name === "from-nothing") {
  for (const folder of ["generated", ".toolkiln"]) {
    const old = join(root, "old", `${process.pid}-${folder}`);
    mkdirSync(dirname(old), { recursive: true });
    if (existsSync(join(root, folder))) renameSync(join(root, folder), old);
  }
}
if (name === "one-changed") {
  const [file = ""] = readdirSync(join(root, "manifests"))
    .filter((entry) => entry.endsWith(".tool.yaml"))
    .map((entry) => join(root, "manifests", entry));
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(description: .*?\.)( Change \d+\.)?$/m, `$1 Change ${process.pid}.`));
}
const started = performance.now();
await cases[name]();
const elapsed = performance.now() - started;
console.log(JSON.stringify({ elapsed, memory: process.resourceUsage().maxRSS / 1024 }));
