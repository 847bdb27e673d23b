import type { RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { nodeHost } from "@toolkiln/generator";
import { parse } from "yaml";
import type { ImportProject } from "../import-plan.js";
import type { Implementation, ImportedSource, ImportedTool } from "../imported-tool.js";
import { baseName, camelCase, capitalized, shortName } from "../names.js";
import type { SourceFile } from "../read-source.js";
import { DefinitionSet } from "../schema/definition-set.js";
import { SourceError } from "../source/import-report.js";
import type { MutableObject, Part } from "../source/part.js";
import { isAddress } from "../source/source-document.js";
import { readFiles } from "../source/source-files.js";
import { isWanted, operationsOf, type Operation, type OperationFilter } from "./operations.js";
import { Request, type ParameterPlace } from "./request.js";
import { isAdministrative } from "./security.js";

/** What of an OpenAPI document is imported, and how. */
export interface OpenapiOptions extends OperationFilter {
  readonly maxTools?: number;
  /**
   * How much of the responses' schemas becomes the schema of results.
   * @default "shallow"
   */
  readonly results?: "none" | "shallow" | "full";
  /** What the API is called in files and keys; its title when left out. */
  readonly api?: string;
}

/** Definitions that a parameter, or a result, may lead to before it is cut to any value. */
const reaches = { in: 250, none: 0, shallow: 0, full: 40 };

/** Imports the operations of an OpenAPI document as tools that send the requests. */
export async function importOpenapi(
  { shown, path, report }: SourceFile,
  options: OpenapiOptions,
  project: ImportProject,
): Promise<ImportedSource> {
  const document = await readFiles(shown, path, report);
  checkVersion(document);
  const all = operationsOf(document);
  const wanted = all.filter((operation) => isWanted(operation, options));
  if (wanted.length === 0) throw noOperations(shown, all);
  const { maxTools = Infinity, results = "shallow" } = options;
  const beyond = wanted.length - Math.min(wanted.length, maxTools);
  if (beyond > 0)
    report.add("TK8002", document, `${beyond} operations beyond --max-tools ${maxTools} were left out.`);
  const api =
    options.api ??
    (shortName(document.get("info").text("title") ?? "") || shortName(baseName(shown)) || "api");
  const file = `shared/${api}.yaml`;
  const set = new DefinitionSet({
    file,
    existing: await existingDefinitions(project, api),
    namespace: capitalized(camelCase(api)),
    reach: { in: reaches.in, out: reaches[results] },
    reportsCuts: results === "full",
  });
  const tools = wanted.slice(0, maxTools).map((operation): ImportedTool => {
    const request = new Request(operation, document, api, set);
    return {
      ...describe(operation),
      risk: riskOf(operation, document),
      schema: request.schema,
      result: results === "none" ? {} : responseData(operation.part, set),
      origin: `${operation.method} ${operation.path} in ${shown}`,
      implementation: sendRequest(operation, request, api),
    };
  });
  const baseUrl = baseUrlOf(document, shown);
  return {
    tools,
    support: [
      { path: "support/http-api.ts" },
      { path: `support/${api}.ts`, text: (suffix) => apiText(api, baseUrl, suffix) },
    ],
    definitions: set.files,
  };
}

function checkVersion({ source, record }: Part): void {
  const version = record["openapi"] ?? record["swagger"];
  if (/^(2\.0|3\.[0-2](\.\d+)?)/.test(String(version))) return;
  const found =
    version === undefined
      ? "It has neither `openapi` nor `swagger`"
      : `Its version is ${JSON.stringify(version)}`;
  const message = `This is not an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2. ${found}.`;
  throw new SourceError("TK8004", source.file, message);
}

function noOperations(shown: string, [first, ...others]: readonly Operation[]): SourceError {
  if (first === undefined)
    return new SourceError("TK8004", shown, "The document has no operation under `paths`.");
  return new SourceError(
    "TK8004",
    shown,
    `None of the ${others.length + 1} operations matches --include and --exclude.`,
    `They match a tag, an operationId, a path or a method, such as \`${first.id}\` or \`${first.path}\`.`,
  );
}

/** The names of the definitions that earlier imports of an API wrote, by the files that hold them. */
async function existingDefinitions(
  { root, config }: ImportProject,
  api: string,
): Promise<Map<string, Set<string>>> {
  const host = nodeHost(root);
  const found = new Map<string, Set<string>>();
  for (let number = 1; ; number++) {
    const file = `shared/${api}${number === 1 ? "" : `-${number}`}.yaml`;
    const bytes = await host.readFile(`${config.manifests}/${file}`);
    if (bytes === undefined) return found;
    const value: unknown = parse(new TextDecoder().decode(bytes));
    const definitions = isRecord(value) && isRecord(value["$defs"]) ? value["$defs"] : {};
    found.set(file, new Set(Object.keys(definitions)));
  }
}

function describe({ id, method, path, tags, part }: Operation) {
  const summary = part.text("summary");
  const texts = [...new Set([summary, part.text("description")])].filter((text) => text !== undefined);
  const words = tags.map((tag) => tag.trim().replaceAll(/\s+/g, "-")).filter((tag) => tag !== "");
  const isDeprecated = part.record["deprecated"] === true;
  return {
    name: id,
    ...(summary !== undefined && summary.length <= 60 && texts.length > 1 && { title: summary }),
    description: texts.join("\n\n") || `${method} ${path}`,
    category: "network",
    tags: [...new Set(words)],
    hints: { openWorld: true, ...(/^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) && { idempotent: true }) },
    ...(isDeprecated && { deprecated: "The API marks this operation as deprecated." }),
    place: part,
  };
}

/** What a call can do at worst, by its method; a scope that administrates raises it. */
function riskOf(operation: Operation, document: Part): RiskLevel {
  if (/^(GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(operation.method)) return "safe";
  return operation.method === "DELETE" || isAdministrative(operation, document) ? "high" : "medium";
}

/** The schema of what an operation answers when it succeeds, as JSON. */
function responseData(operation: Part, set: DefinitionSet): MutableObject {
  const responses = operation.get("responses");
  const codes = Object.keys(responses.record).filter((code) => /^2(\d\d|XX)$/i.test(code));
  const response = responses.get(codes.toSorted()[0] ?? "").follow();
  const type = Object.keys(response.get("content").record).find((name) => /[/+]json\b/i.test(name)) ?? "";
  // OpenAPI 2.0 has the schema beside the description.
  const old = response.get("schema");
  const schema = old.value === undefined ? response.get("content", type, "schema") : old;
  return schema.record["type"] === "file" ? {} : set.convert(schema, "out");
}

/** The implementation of an operation: where each parameter goes, and nothing else. */
function sendRequest(
  { method, path }: Operation,
  { places, bodyType }: Request,
  api: string,
): Implementation {
  const lines = Object.entries(places).map(([name, place]) => `    ${keyText(name)}: ${placeText(place)},`);
  const parameters = lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n  }`;
  const body = bodyType === undefined ? "" : `\n  bodyType: ${JSON.stringify(bodyType)},`;
  return {
    uses: [{ name: apiConstant(api), file: `support/${api}.ts` }],
    takes: "params, context",
    statements: (send, data) => `return ${send}.send<${data}>(params, context, {
  method: ${JSON.stringify(method)},
  path: ${JSON.stringify(path)},
  parameters: ${parameters},${body}
});`,
  };
}

function keyText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}

function placeText(place: ParameterPlace): string {
  const entries = Object.entries(place).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return entries.length === 1 ? JSON.stringify(place.in) : `{ ${entries.join(", ")} }`;
}

/** The file that says how one API is reached. */
function apiText(api: string, baseUrl: string, suffix: string): string {
  const variable = `${api.toUpperCase().replaceAll("-", "_")}_URL`;
  return `import { createHttpApi } from "./http-api${suffix}";

/** Sends requests to ${api}. */
export const ${apiConstant(api)} = createHttpApi({
  baseUrl: process.env[${JSON.stringify(variable)}] ?? ${JSON.stringify(baseUrl)},
  timeoutMs: 60_000,
});
`;
}

function apiConstant(api: string): string {
  return `${camelCase(api)}Api`;
}

/** The address that all paths begin with: that of the first server, its variables filled in. */
function baseUrlOf(document: Part, location: string): string {
  const server = serverOf(document);
  try {
    return new URL(server ?? "/", isAddress(location) ? location : undefined).href.replace(/\/$/, "");
  } catch {
    const path = server?.startsWith("/") === true ? server.replace(/\/$/, "") : "";
    const help = "Set the address in the environment, or in the file of the API below `support/`.";
    const message = `The document names no server, so requests go to http://localhost${path}.`;
    document.get("servers").lose(message, help);
    return `http://localhost${path}`;
  }
}

function serverOf(document: Part): string | undefined {
  const server = document.get("servers", 0);
  const address = server.text("url")?.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    return server.get("variables", name).text("default") ?? whole;
  });
  if (address !== undefined) return address;
  // OpenAPI 2.0 has the address in parts.
  const [host, path = ""] = [document.text("host"), document.text("basePath")];
  if (host === undefined) return path === "" ? undefined : path;
  const schemes = document.texts("schemes");
  return `${schemes.includes("https") ? "https" : (schemes[0] ?? "https")}://${host}${path}`;
}
