import { pathToFileURL } from "node:url";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { isRecord } from "@toolkiln/runtime/json";
import { createJiti } from "jiti";
import { findDefinitions, toTool } from "../definitions/import-definitions.js";
import type { Implementation, ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { listTools } from "../mcp/import-mcp.js";
import { convertSchema, toParameters } from "../schema/convert-schema.js";
import { Part, SourceError } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";
import { readSchema } from "./read-schema.js";

type Members = Readonly<Record<string, unknown>>;

interface ExistingTool {
  readonly kind: "ai-sdk" | "openai-agents" | "langchain" | "anthropic" | "schema" | "mcp-server";
  readonly name: string;
  readonly schema?: unknown;
  readonly value: Members;
  /** Path in the module: an export, then keys. */
  readonly path: readonly string[];
}

/** Imports existing tools: `module` or `module#export`. This executes the module. */
export async function importCode(file: SourceFile): Promise<ImportedSource> {
  const { shown, path, name: wanted, report } = file;
  let exported: Members;
  try {
    const jiti = createJiti(pathToFileURL(path).href, { interopDefault: false, tsconfigPaths: true });
    exported = await jiti.import<Members>(path);
  } catch (error) {
    throw new SourceError("TK1001", shown, `The module cannot be loaded: ${reasonOf(error)}.`);
  }
  const found = Object.entries(exported)
    .filter(([name]) => isIdentifier(name) && name === (wanted ?? name))
    .flatMap(([name, value]) => findTools(value, [name]));
  if (found.length === 0) {
    const message =
      "No export is a tool of the AI SDK, OpenAI Agents or LangChain, an MCP server or a Standard Schema.";
    const help = `The module exports ${Object.keys(exported).slice(0, 20).join(", ") || "nothing"}.`;
    throw new SourceError("TK8004", shown, message, help);
  }
  const root = new Part({ file: shown, report }, undefined);
  const tools = [];
  for (const one of found) tools.push(...(await toTools(one, root.get(...one.path), file)));
  const uses = new Set(
    tools.flatMap(({ implementation }) => implementation?.uses.map((used) => used.file) ?? []),
  );
  return {
    tools,
    support: [connectionFile, existingFile]
      .filter((name) => uses.has(`support/${name}`))
      .map((name) => ({ name })),
    packages: uses.has(`support/${connectionFile}`) ? ["@modelcontextprotocol/client"] : [],
  };
}

const connectionFile = "mcp-connection.ts";
const existingFile = "existing-tool.ts";

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** Finds tools in an export: a tool, an array or an object of tools. */
function findTools(value: unknown, path: readonly string[]): ExistingTool[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  const own = recognize(members, path.at(-1) ?? "");
  if (own !== undefined) return [{ ...own, path, value: members }];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isGroup = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  // Objects nested deeper are not tool collections.
  if (path.length > 2 || !isGroup) return [];
  return Object.entries(members).flatMap(([key, inner]) => findTools(inner, [...path, key]));
}

function recognize(value: Members, key: string): Pick<ExistingTool, "kind" | "name" | "schema"> | undefined {
  const { name: ownName, parameters, schema, input_schema: anthropic, inputSchema } = value;
  const name = typeof ownName === "string" ? ownName : key;
  const has = (member: string): boolean => typeof value[member] === "function";
  if (has("registerTool") && has("connect")) return { kind: "mcp-server", name: key };
  if (has("invoke") && value["type"] === "function")
    return { kind: "openai-agents", name, schema: parameters };
  if (has("invoke") && schema !== undefined) return { kind: "langchain", name, schema };
  if (has("run") && isRecord(anthropic)) return { kind: "anthropic", name, schema: anthropic };
  const input = inputSchema ?? (has("execute") ? parameters : undefined);
  // The object key names an AI SDK tool; an array index does not.
  if (input !== undefined) return { kind: "ai-sdk", name: /^\d+$/.test(key) ? name : key, schema: input };
  return isRecord(value["~standard"]) ? { kind: "schema", name: key, schema: value } : undefined;
}

async function toTools(tool: ExistingTool, place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const { kind, name, path, value } = tool;
  const origin = `${path.join(".")} in ${file.shown}`;
  if (kind === "mcp-server")
    return findDefinitions(new Part(place.source, { tools: await toolsOf(value) }, place.pointer)).map(
      (definition) => ({
        ...toTool(definition, true),
        origin: `the tool ${definition.name} of ${origin}`,
        implementation: callExisting(path, file, ["connectionTo", connectionFile], (used, data) => {
          const called = JSON.stringify(definition.name);
          return `return connectionTo(${used}).call<${data}>(${called}, params, context);`;
        }),
      }),
    );
  const isSchema = kind === "schema";
  const { description, outputSchema } = value;
  const input = await readSchema(tool.schema, place.get("inputSchema"), file.path);
  const output = await readSchema(isSchema ? undefined : outputSchema, place.get("outputSchema"), file.path);
  const implementation = callExisting(path, file, ["runExisting", existingFile], (used, data) => {
    return `return (await runExisting(${used}, "${kind}", params, context)) as ${data};`;
  });
  const imported = {
    name,
    keepsName: !isSchema,
    description: typeof description === "string" && description.trim() !== "" ? description : name,
    // Other libraries' schemas allow unknown properties by default.
    schema: toParameters(input, convertSchema(input, { keepsExtensions: true }), !isSchema),
    result: convertSchema(output, { keepsExtensions: true }),
    origin,
    place,
  };
  return [isSchema ? imported : { ...imported, implementation }];
}

/** Lists the tools of an in-process server. */
async function toolsOf(server: Members): Promise<unknown[]> {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await (server["connect"] as (transport: object) => Promise<void>).call(server, there);
  await client.connect(here);
  const tools = await listTools(client);
  await client.close();
  return tools;
}

/** An implementation that passes an export or a member to a helper function. */
function callExisting(
  [name = "default", ...keys]: readonly string[],
  { path }: SourceFile,
  [helper, file]: readonly [string, string],
  statements: Implementation["statements"],
): Implementation {
  const access = keys.map((key) => (isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
  return {
    uses: [
      { name, file: path },
      { name: helper, file: `support/${file}` },
    ],
    takes: "params, context",
    statements: (used, data) => statements(used + access.join(""), data),
  };
}
