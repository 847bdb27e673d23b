import { createRequire } from "node:module";
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

type Members = Readonly<Record<string, unknown>>;

/** Imports existing tools: `module` or `module#export`. This executes the module. */
export async function importCode(file: SourceFile): Promise<ImportedSource> {
  const { label, name: wanted, report } = file;
  const exported = await loadModule(file);
  const chosen = wanted === undefined ? exported : { [wanted]: exported[wanted] };
  const tools = await findTools(new Part({ file: label, report }, chosen), file);
  if (tools.length === 0) {
    const message =
      "No export is a tool (AI SDK, OpenAI Agents, LangChain, Anthropic), an MCP server or a Standard Schema.";
    const help = `The module exports ${Object.keys(exported).slice(0, 20).join(", ") || "nothing"}.`;
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

/** Finds tools in a module or an export: a tool, an array or an object of tools. */
async function findTools(place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const { value, path } = place;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  const members = value as Members;
  if (has(members, "registerTool") && has(members, "connect")) return readServer(members, place, file);
  const own = path.length === 0 ? undefined : recognize(members, String(path.at(-1)));
  if (own !== undefined) return [await existingTool(own, members, place, file)];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isGroup = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  // Objects nested deeper are not tool collections; a module may have any prototype.
  if (path.length > 2 || (path.length > 0 && !isGroup)) return [];
  const found: ImportedTool[] = [];
  for (const [key, inner] of Object.entries(members))
    found.push(...(await findTools(place.get(key).with(inner), file)));
  return found;
}

const has = (value: Members, method: string): boolean => typeof value[method] === "function";

/** `kind` is the library of the tool; the implementation passes it to `runExisting`. */
type Recognized = readonly [kind: string, name: string, schema: unknown];

function recognize(value: Members, key: string): Recognized | undefined {
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

/** The imports of the exported value (as `existing`) and of a helper, and the expression that reads the tool. */
function importsOf(place: Part, { path }: SourceFile, helper: string, support: string) {
  const [exported = "", ...keys] = place.path;
  const imports = { [path]: `${exported} as existing`, [`support/${support}.ts`]: helper };
  return { imports, access: `existing${keys.map(accessText).join("")}` };
}

async function readServer(server: Members, place: Part, file: SourceFile): Promise<ImportedTool[]> {
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await (server["connect"] as (transport: object) => Promise<void>).call(server, serverTransport);
  const list = await listTools(clientTransport, file.label);
  const { imports, access } = importsOf(place, file, "connectionTo", "mcp-connection");
  const name = `${place.path.join(".")} in ${file.label}`;
  return serverTools(place.with(list), name, `connectionTo(${access})`, imports);
}

/** Converts an export to an MCP tool definition, and the definition to a tool. */
async function existingTool([kind, name, schema]: Recognized, value: Members, place: Part, file: SourceFile) {
  const { description, outputSchema } = value;
  const isSchema = kind === "schema";
  const isStub = isSchema || (kind === "ai-sdk" && !has(value, "execute"));
  if (isStub && !isSchema) place.warn("The tool has no `execute`, so its implementation is a stub.");
  const part = place.with({
    description,
    inputSchema: await readSchema(schema, place.get("inputSchema"), file.path),
    outputSchema: isSchema ? {} : await readSchema(outputSchema, place.get("outputSchema"), file.path),
  });
  const tool = toTool(kind, name, part, part.get("inputSchema"), !isSchema);
  const { imports, access } = importsOf(place, file, "runExisting", "existing-tool");
  const statements = (type: string): string =>
    `return (await runExisting(${access}, "${kind}", params, context)) as ${type};`;
  return {
    ...tool,
    keepsName: !isSchema,
    origin: `${place.path.join(".")} in ${file.label}`,
    implementation: isStub ? undefined : { imports, statements },
  };
}

type Convert = (schema: unknown, options?: object) => unknown;

/** Converts another library's schema to the JSON Schema of its input. `file` is the module with the schema. */
async function readSchema(schema: unknown, place: Part, file: string): Promise<unknown> {
  const json = schema ? await convert(schema as Members, place, file) : {};
  const help = "Install the package that converts it: zod, ai or @valibot/to-json-schema.";
  if (json === undefined)
    place.warn("This schema cannot be converted to JSON Schema, so anything is accepted.", help);
  return json ?? {};
}

async function convert(schema: Members, place: Part, file: string): Promise<unknown> {
  if (schema["_zod"] !== undefined) {
    const toJSONSchema =
      (await member("zod", "toJSONSchema", file)) ?? (await member("zod/v4", "toJSONSchema", file));
    // By default Zod throws on types that JSON lacks.
    return toJSONSchema?.(schema, { io: "input", unrepresentable: "any", override: zodLosses(place) });
  }
  const { "~standard": standard, jsonSchema } = schema;
  const { vendor, jsonSchema: own } = isRecord(standard) ? standard : {};
  if (isRecord(own) && typeof own["input"] === "function")
    return (own["input"] as Convert)({ target: "draft-2020-12" });
  // The AI SDK's `jsonSchema(…)` has a schema or a promise of one.
  if (jsonSchema !== undefined) return jsonSchema;
  if (vendor === "valibot") {
    const toJsonSchema = await member("@valibot/to-json-schema", "toJsonSchema", file);
    return toJsonSchema?.(schema, { typeMode: "input", errorMode: "ignore" });
  }
  if (vendor === undefined && schema["_def"] === undefined) return schema;
  // Zod 3 cannot export JSON Schema; the AI SDK can.
  const converted = (await member("ai", "asSchema", file))?.(schema);
  return isRecord(converted) ? converted["jsonSchema"] : undefined;
}

async function member(name: string, key: string, file: string): Promise<Convert | undefined> {
  try {
    const module = (await import(pathToFileURL(createRequire(file).resolve(name)).href)) as Members;
    return module[key] as Convert | undefined;
  } catch {
    return undefined;
  }
}

function zodLosses(place: Part) {
  return (one: { readonly zodSchema: unknown; readonly path: readonly (string | number)[] }): void => {
    const def = defOf(one.zodSchema);
    const checks: readonly unknown[] = Array.isArray(def["checks"]) ? def["checks"] : [];
    const losses = [def, defOf(def["in"]), defOf(def["out"]), ...checks.map(defOf)].map(lossOf);
    for (const loss of losses) if (loss !== undefined) place.get(...one.path.map(String)).warn(loss);
  };
}

function defOf(value: unknown): Members {
  const inner = isRecord(value) ? value["_zod"] : undefined;
  return isRecord(inner) && isRecord(inner["def"]) ? inner["def"] : {};
}

function lossOf({ type, check, pattern, format }: Members): string | undefined {
  if (type === "transform") return "JSON Schema has no transformations; the implementation applies this one.";
  if (typeof type === "string" && /^(date|bigint|map|set)$/.test(type))
    return `JSON has no ${type}; anything is accepted here, and the tool's own schema validates it.`;
  if (type === "custom" || check === "custom")
    return "JSON Schema cannot express this refinement; the tool's own schema applies it.";
  if (check === "overwrite")
    return "JSON Schema cannot express string operations such as `trim`; the implementation applies them.";
  if (pattern instanceof RegExp && /[ims]/.test(pattern.flags) && format === "regex")
    return `The flags of ${String(pattern)} are dropped, so the pattern matches different text.`;
  return undefined;
}
