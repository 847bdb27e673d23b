import { pathToFileURL } from "node:url";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { isRecord } from "@toolkiln/runtime/json";
import { createJiti } from "jiti";
import { findDefinitions, toTool } from "../definitions/import-definitions.js";
import type { Implementation, ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { isIdentifier } from "../names.js";
import { listTools } from "../mcp/import-mcp.js";
import { Part, SourceError } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";
import { readSchema } from "./read-schema.js";

type Members = Readonly<Record<string, unknown>>;

interface ExistingTool {
  readonly kind: "ai-sdk" | "openai-agents" | "langchain" | "anthropic" | "schema" | "mcp-server";
  readonly name: string;
  readonly schema?: unknown;
}

/** A module that opens a connection while it loads may never finish loading. */
const maxLoadMs = 60_000;

/** Imports existing tools: `module` or `module#export`. This executes the module. */
export async function importCode(file: SourceFile): Promise<ImportedSource> {
  const { label, name: wanted, report } = file;
  const exported = await loadModule(file);
  const root = new Part({ file: label, report }, exported);
  const names = Object.keys(exported).filter((name) => isIdentifier(name) && name === (wanted ?? name));
  const tools: ImportedTool[] = [];
  for (const name of names) tools.push(...(await findTools(root.get(name).with(exported[name]), file)));
  if (tools.length === 0) {
    const message =
      "No export is a tool of the AI SDK, OpenAI Agents or LangChain, an MCP server or a Standard Schema.";
    const help = `The module exports ${Object.keys(exported).slice(0, 20).join(", ") || "nothing"}.`;
    throw new SourceError("TK8004", label, message, help);
  }
  const uses = new Set(
    tools.flatMap(({ implementation }) => implementation?.uses.map((one) => one.file) ?? []),
  );
  return {
    tools,
    support: ["mcp-connection.ts", "existing-tool.ts"]
      .filter((name) => uses.has(`support/${name}`))
      .map((name) => ({ name })),
    packages: uses.has("support/mcp-connection.ts") ? ["@modelcontextprotocol/client"] : [],
  };
}

async function loadModule({ label, path }: SourceFile): Promise<Members> {
  const jiti = createJiti(pathToFileURL(path).href, { interopDefault: false, tsconfigPaths: true });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `it did not finish loading within ${maxLoadMs / 1_000} seconds; it may wait for a connection`;
    timer = setTimeout(() => reject(new Error(message)), maxLoadMs);
  });
  try {
    return await Promise.race([jiti.import<Members>(path), timeout]);
  } catch (error) {
    throw new SourceError("TK1001", label, `The module cannot be loaded: ${reasonOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Finds tools in an export: a tool, an array or an object of tools. */
async function findTools(place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const { value, path } = place;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  const own = recognize(members, String(path.at(-1)));
  if (own !== undefined) return toTools(own, members, place, file);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isGroup = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  // Objects nested deeper are not tool collections.
  if (path.length > 2 || !isGroup) return [];
  const found: ImportedTool[] = [];
  for (const [key, inner] of Object.entries(members))
    found.push(...(await findTools(place.get(key).with(inner), file)));
  return found;
}

function recognize(value: Members, key: string): ExistingTool | undefined {
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

/** Converts an export to tools: first to a definition, the format of all other sources. */
async function toTools(
  { kind, name, schema }: ExistingTool,
  value: Members,
  place: Part,
  file: SourceFile,
): Promise<ImportedTool[]> {
  const origin = `${place.path.join(".")} in ${file.label}`;
  const [exported = "default", ...keys] = place.path.map(String);
  const access = keys.map((key) => (isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("");
  const existing = `existing${access}`;
  const uses = (helper: string, support: string) => [
    { name: `${exported} as existing`, file: file.path },
    { name: helper, file: `support/${support}` },
  ];
  if (kind === "mcp-server") {
    const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
    await (value["connect"] as (transport: object) => Promise<void>).call(value, serverTransport);
    const { tools } = await listTools(clientTransport, file.label);
    return findDefinitions(place.with({ tools })).map((definition) => ({
      ...toTool(definition, true),
      origin: `the tool ${definition.name} of ${origin}`,
      implementation: {
        uses: uses("connectionTo", "mcp-connection.ts"),
        statements: (data) =>
          `return connectionTo(${existing}).call<${data}>(${JSON.stringify(definition.name)}, params, context);`,
      },
    }));
  }
  const isSchema = kind === "schema";
  const { description, outputSchema } = value;
  const part = place.with({
    description,
    inputSchema: await readSchema(schema, place.get("inputSchema"), file.path),
    outputSchema: isSchema ? {} : await readSchema(outputSchema, place.get("outputSchema"), file.path),
  });
  const tool = toTool({ provider: kind, name, part, schema: part.get("inputSchema") }, !isSchema);
  if (isSchema) return [{ ...tool, keepsName: false, origin }];
  const implementation: Implementation = {
    uses: uses("runExisting", "existing-tool.ts"),
    statements: (data) => `return (await runExisting(${existing}, "${kind}", params, context)) as ${data};`,
  };
  return [{ ...tool, origin, implementation }];
}
