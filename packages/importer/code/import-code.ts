import { pathToFileURL } from "node:url";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createJiti } from "jiti";
import { findDefinitions, toTool } from "../definitions/import-definitions.js";
import type { Implementation, ImportedSource, ImportedTool } from "../imported-tool.js";
import { listTools } from "../mcp/import-mcp.js";
import type { SourceFile } from "../read-source.js";
import { convertSchema, ownReference, toParameters } from "../schema/convert-schema.js";
import { SourceError } from "../source/import-report.js";
import { Part } from "../source/part.js";
import { reasonOf } from "../source/source-document.js";
import { findExistingTools, type ExistingTool } from "./existing-tools.js";
import { readSchema } from "./read-schema.js";

/** Milliseconds that a module may take to load; one that connects to something on import may never end. */
const loadTimeout = 60_000;

const connection = { path: "support/mcp-connection.ts" };
const runner = { path: "support/existing-tool.ts" };

/** Imports tools that exist in code: `module`, or `module#export`. The module is loaded, so it runs. */
export async function importCode(file: SourceFile): Promise<ImportedSource> {
  const { shown, name: wanted, report } = file;
  const exported = await load(file);
  const root = new Part({ file: shown, report }, undefined);
  const found = Object.entries(exported)
    // Other names cannot be imported by one word.
    .filter(([name]) => /^[A-Za-z_$][\w$]*$/.test(name) && name === (wanted ?? name))
    .flatMap(([name, value]) => findExistingTools(value, [name], root.source));
  if (found.length === 0) throw nothingFound(shown, Object.keys(exported));
  const tools: ImportedTool[] = [];
  for (const one of found) {
    const place = root.get(...one.path);
    tools.push(
      ...(one.kind === "mcp-server"
        ? await serverTools(one, place, file)
        : [await existingTool(one, place, file)]),
    );
  }
  const hasServer = found.some(({ kind }) => kind === "mcp-server");
  const hasTool = found.some(({ kind }) => kind !== "mcp-server" && kind !== "schema");
  return {
    tools,
    support: [...(hasServer ? [connection] : []), ...(hasTool ? [runner] : [])],
    packages: hasServer ? ["@modelcontextprotocol/client"] : [],
  };
}

async function load({ shown, path }: SourceFile): Promise<Readonly<Record<string, unknown>>> {
  const jiti = createJiti(pathToFileURL(path).href, { interopDefault: false, tsconfigPaths: true });
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const error = new Error(`it was not loaded within ${loadTimeout / 1000} seconds`);
    timer = setTimeout(reject, loadTimeout, error);
  });
  try {
    return await Promise.race([jiti.import<Readonly<Record<string, unknown>>>(path), expired]);
  } catch (error) {
    throw new SourceError("TK1001", shown, `The module cannot be loaded: ${reasonOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

function nothingFound(shown: string, names: readonly string[]): SourceError {
  const message =
    "No export is a tool of the AI SDK, OpenAI Agents or LangChain, an MCP server or a Standard Schema.";
  const help = names.length === 0 ? undefined : `The module exports ${names.slice(0, 20).join(", ")}.`;
  return new SourceError("TK8004", shown, message, help);
}

async function existingTool(tool: ExistingTool, place: Part, file: SourceFile): Promise<ImportedTool> {
  const { kind, name, path, value } = tool;
  const { description, outputSchema } = value;
  const isSchema = kind === "schema";
  const input = await readSchema(tool.schema, place.get("inputSchema"), file.path);
  const output = await readSchema(isSchema ? undefined : outputSchema, place.get("outputSchema"), file.path);
  const context = { reference: ownReference, keepsExtensions: true };
  return {
    name,
    keepsName: !isSchema,
    description: typeof description === "string" && description.trim() !== "" ? description : name,
    // Other libraries ignore what a schema does not name, or say that they do not.
    schema: toParameters(input, convertSchema(input, context), !isSchema),
    result: convertSchema(output, context),
    origin: `${path.join(".")} in ${file.shown}`,
    place,
    ...(!isSchema && {
      implementation: callExisting(path, file, ["runExisting", runner.path], (used, data) => {
        const call = `runExisting(${used}, ${JSON.stringify(kind)}, params, context)`;
        return `return (await ${call}) as ${data};`;
      }),
    }),
  };
}

/** The tools that are registered with an MCP server in this process. */
async function serverTools(
  { value, path }: ExistingTool,
  place: Part,
  file: SourceFile,
): Promise<ImportedTool[]> {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await (value["connect"] as (transport: object) => Promise<void>).call(value, there);
  await client.connect(here);
  const tools = await listTools(client);
  await client.close();
  return findDefinitions(new Part(place.source, { tools }, place.pointer)).map((definition) => ({
    ...toTool(definition, true),
    origin: `the tool ${definition.name} of ${path.join(".")} in ${file.shown}`,
    implementation: callExisting(path, file, ["connectionTo", connection.path], (used, data) => {
      const name = JSON.stringify(definition.name);
      return `return connectionTo(${used}).call<${data}>(${name}, params, context);`;
    }),
  }));
}

/** An implementation that uses an export, or what lies in it, with the help of a function. */
function callExisting(
  [name = "default", ...keys]: readonly string[],
  { path }: SourceFile,
  [helper, file]: readonly [string, string],
  statements: Implementation["statements"],
): Implementation {
  const access = keys.map((key) => {
    if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key}`;
    return `[${/^\d+$/.test(key) ? key : JSON.stringify(key)}]`;
  });
  return {
    uses: [
      { name, file: path },
      { name: helper, file },
    ],
    takes: "params, context",
    statements: (used, data) => statements(used + access.join(""), data),
  };
}
