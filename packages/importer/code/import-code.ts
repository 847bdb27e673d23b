import { pathToFileURL } from "node:url";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { isRecord } from "@toolkiln/runtime/json";
import { createJiti } from "jiti";
import { toTool } from "../definitions/import-definitions.js";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { accessText } from "../names.js";
import { listTools, serverTools } from "../mcp/import-mcp.js";
import { Part, SourceError } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";
import { readSchema } from "./read-schema.js";

type Members = Readonly<Record<string, unknown>>;

/** Imports existing tools: `module` or `module#export`. This executes the module. */
export async function importCode(file: SourceFile): Promise<ImportedSource> {
  const { label, name: wanted, report } = file;
  const exported = await loadModule(file);
  const root = new Part({ file: label, report }, exported);
  const names = Object.keys(exported);
  const tools: ImportedTool[] = [];
  for (const name of names.filter((one) => one === (wanted ?? one)))
    tools.push(...(await findTools(root.get(name).with(exported[name]), file)));
  if (tools.length === 0) {
    const message =
      "No export is a tool of the AI SDK, OpenAI Agents or LangChain, an MCP server or a Standard Schema.";
    const help = `The module exports ${names.slice(0, 20).join(", ") || "nothing"}.`;
    throw new SourceError(label, message, "TK8004", help);
  }
  const used = new Set(tools.flatMap(({ implementation }) => Object.keys(implementation?.imports ?? {})));
  const helpers = ["mcp-connection", "existing-tool"].filter((name) => used.has(`support/${name}.ts`));
  return { tools, support: Object.fromEntries(helpers.map((name) => [`${name}.ts`, [name]])) };
}

async function loadModule({ label, path }: SourceFile): Promise<Members> {
  try {
    const jiti = createJiti(pathToFileURL(path).href, { interopDefault: false, tsconfigPaths: true });
    return await jiti.import<Members>(path);
  } catch (error) {
    throw new SourceError(label, `The module cannot be loaded: ${reasonOf(error)}.`, "TK1001");
  }
}

/** Finds tools in an export: a tool, an array or an object of tools. */
async function findTools(place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const { value, path } = place;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  if (has(members, "registerTool") && has(members, "connect")) return readServer(members, place, file);
  const own = recognize(members, String(path.at(-1)));
  if (own !== undefined) return [await toExistingTool(own, members, place, file)];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isGroup = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  // Objects nested deeper are not tool collections.
  if (path.length > 2 || !isGroup) return [];
  const found: ImportedTool[] = [];
  for (const [key, inner] of Object.entries(members))
    found.push(...(await findTools(place.get(key).with(inner), file)));
  return found;
}

function has(value: Members, method: string): boolean {
  return typeof value[method] === "function";
}

/** The library, the name and the schema of a tool; the implementation passes the library on. */
function recognize(
  value: Members,
  key: string,
): readonly [kind: string, name: string, schema: unknown] | undefined {
  const { name: ownName, parameters, schema, input_schema: anthropic, inputSchema } = value;
  const name = typeof ownName === "string" ? ownName : key;
  if (has(value, "invoke") && value["type"] === "function") return ["openai-agents", name, parameters];
  if (has(value, "invoke") && schema !== undefined) return ["langchain", name, schema];
  if (has(value, "run") && isRecord(anthropic)) return ["anthropic", name, anthropic];
  const input = inputSchema ?? (has(value, "execute") ? parameters : undefined);
  // The object key names an AI SDK tool; an array index does not.
  if (input !== undefined) return ["ai-sdk", /^\d+$/.test(key) ? name : key, input];
  return isRecord(value["~standard"]) ? ["schema", key, value] : undefined;
}

/** Imports the exported value, as `existing`, and a helper; `access` is the tool in that value. */
function importsOf(
  { path: [exported = "", ...keys] }: Part,
  { path }: SourceFile,
  helper: string,
  support: string,
) {
  const imports = { [path]: `${exported} as existing`, [`support/${support}.ts`]: helper };
  return { imports, access: `existing${keys.map(accessText).join("")}` };
}

/** The tools of an MCP server in this process. */
async function readServer(server: Members, place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await (server["connect"] as (transport: object) => Promise<void>).call(server, serverTransport);
  const list = await listTools(clientTransport, file.label);
  const { imports, access } = importsOf(place, file, "connectionTo", "mcp-connection");
  const name = `${place.path.join(".")} in ${file.label}`;
  return serverTools(place.with(list), name, `connectionTo(${access})`, imports);
}

/** Converts an export to a tool: first to a definition, the format of all other sources. */
async function toExistingTool(
  [kind, name, schema]: readonly [kind: string, name: string, schema: unknown],
  { description, outputSchema }: Members,
  place: Part,
  file: SourceFile,
): Promise<ImportedTool> {
  const isSchema = kind === "schema";
  const part = place.with({
    description,
    inputSchema: await readSchema(schema, place.get("inputSchema"), file.path),
    outputSchema: isSchema ? {} : await readSchema(outputSchema, place.get("outputSchema"), file.path),
  });
  const tool = toTool(kind, name, part, part.get("inputSchema"), !isSchema);
  const { imports, access } = importsOf(place, file, "runExisting", "existing-tool");
  const statements = (data: string): string =>
    `return (await runExisting(${access}, "${kind}", params, context)) as ${data};`;
  return {
    ...tool,
    keepsName: !isSchema,
    origin: `${place.path.join(".")} in ${file.label}`,
    implementation: isSchema ? undefined : { imports, statements },
  };
}
