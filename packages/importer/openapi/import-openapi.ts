import { existsSync } from "node:fs";
import { join } from "node:path";
import { camelCase } from "@toolkiln/generator";
import type { RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { baseName, literalText, shortName, uniqueName } from "../names.js";
import type { ImportProject } from "../plan/plan-import.js";
import { SourceError, unlessEmpty, type MutableObject, type Part } from "../source/part.js";
import { isUrl, readDocument } from "../source/read-document.js";
import { DefinitionSet, type ResultDepth } from "./definition-set.js";
import { requestOf } from "./request.js";

export interface OpenapiOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxTools?: number;
  /** @default "shallow" */
  readonly results?: ResultDepth;
}

export interface Operation {
  readonly document: Part;
  readonly part: Part;
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Part[];
  /** Security alternatives: scopes by scheme name. */
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

export async function importOpenapi(
  file: SourceFile,
  options: OpenapiOptions,
  { root, config }: ImportProject,
): Promise<ImportedSource> {
  const document = await readDocument(file);
  const wanted = wantedOperations(document, options);
  const { maxTools = Infinity, results = "shallow" } = options;
  if (wanted.length > maxTools) {
    const message = `${wanted.length - maxTools} operations beyond --max-tools ${maxTools} were left out.`;
    document.warn(message, undefined, "TK8002");
  }
  const title = shortName(document.get("info").text("title") ?? "");
  const api = title || shortName(baseName(file.label)) || "api";
  // Earlier imports keep their files, so this one picks other names.
  const isTaken = (name: string): boolean => existsSync(join(root, config.manifests, `shared/${name}.yaml`));
  const set = new DefinitionSet(uniqueName(api, isTaken, "-"), results);
  const constant = `${camelCase(api)}Api`;
  const tools = wanted.slice(0, maxTools).map((operation): ImportedTool => {
    const { schema, request, summary } = requestOf(operation, api, set);
    return {
      ...describe(operation, summary),
      risk: riskOf(operation),
      schema,
      result: results === "none" ? {} : responseData(operation.part, set),
      origin: `${operation.method} ${operation.path} in ${file.label}`,
      implementation: {
        imports: { [`support/${api}.ts`]: constant },
        statements: (type) => `return ${constant}.send<${type}>(params, context, ${literalText(request)});`,
      },
    };
  });
  const variable = `${api.toUpperCase().replaceAll("-", "_")}_URL`;
  const baseUrl = JSON.stringify(baseUrlOf(document, file.label));
  const template = ["api", { api, constant, variable, baseUrl }] as const;
  const support = { "http-api.ts": ["http-api"], [`${api}.ts`]: template } as const;
  return { tools, support, definitions: set.toFiles() };
}

function wantedOperations(document: Part, { include = [], exclude = [] }: OpenapiOptions): Operation[] {
  const { file } = document.source;
  const version = document.record["openapi"] ?? document.record["swagger"];
  if (!/^"?(2\.0|3\.[0-2])/.test(JSON.stringify(version) ?? "")) {
    const found = version === undefined ? "missing" : JSON.stringify(version);
    const message = `This is not an OpenAPI document: \`openapi\` or \`swagger\` is ${found}; expected 2.0 to 3.2.`;
    throw new SourceError(file, message);
  }
  const paths = document.get("paths").follow().members();
  const all = paths.flatMap(([path, item]) => operationsOf(path, item.follow(), document));
  if (all.length === 0) throw new SourceError(file, "The document has no operations under `paths`.");
  const isIn = (one: Operation, patterns: readonly string[]) => patterns.some((each) => matches(one, each));
  const wanted = all.filter((one) => (include.length === 0 || isIn(one, include)) && !isIn(one, exclude));
  if (wanted.length > 0) return wanted;
  const help = "The patterns match a tag, an operationId, a path or a method; `*` matches any text.";
  const message = `None of the ${all.length} operations under \`paths\` matches.`;
  throw new SourceError(file, message, "TK8004", help);
}

/** Whether a pattern matches a tag, the operationId, the path or the method; `*` is a wildcard. */
function matches({ method, path, id, tags }: Operation, pattern: string): boolean {
  const values = [`method:${method}`, `path:${path}`, `id:${id}`, ...tags.map((tag) => `tag:${tag}`)];
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
  const form = new RegExp(`^(tag:|id:|path:|method:)?${escaped}$`, "i");
  return values.some((value) => form.test(value));
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

function operationsOf(path: string, item: Part, document: Part): Operation[] {
  const found = methods.map((method) => [method, item.get(method)] as const);
  return [...found, ...item.get("additionalOperations").members()].flatMap(([method, reference]) => {
    const part = reference.follow();
    if (!path.startsWith("/") || !isRecord(part.value)) return [];
    const security = part.record["security"] ?? document.record["security"];
    return {
      document,
      part,
      method: method.toUpperCase(),
      path,
      id: part.text("operationId") ?? `${method} ${path}`,
      tags: part.texts("tags"),
      parameters: parametersOf(item, part),
      security: Array.isArray(security) ? security.filter(isRecord) : [],
    };
  });
}

/** The parameters of a path and of its operation, which overrides those with the same name and `in`. */
function parametersOf(item: Part, operation: Part): Part[] {
  const parameters = new Map<string, Part>();
  for (const owner of [item, operation]) {
    const servers = owner.get("servers");
    if (servers.value !== undefined)
      servers.warn("The `servers` of a path or operation are ignored; requests go to the API's server.");
    for (const [, entry] of owner.get("parameters").members()) {
      const parameter = entry.follow();
      const name = parameter.text("name");
      if (name !== undefined) parameters.set(`${parameter.text("in")} ${name}`, parameter);
    }
  }
  return [...parameters.values()];
}

function describe({ id, method, path, tags, part }: Operation, executionSummary: string) {
  const summary = part.text("summary");
  const texts = [...new Set([summary, part.text("description")])].filter((text) => text !== undefined);
  const words = tags.map((tag) => tag.trim().replaceAll(/\s+/g, "-")).filter((tag) => tag !== "");
  const manifest = {
    category: "network",
    executionSummary,
    tags: unlessEmpty([...new Set(words)]),
    hints: { openWorld: true, idempotent: /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) || undefined },
    deprecated:
      part.record["deprecated"] === true ? "The API marks this operation as deprecated." : undefined,
  };
  const title = texts.length > 1 && (summary?.length ?? 0) <= 60 ? summary : undefined;
  return { name: id, title, description: texts.join("\n\n") || `${method} ${path}`, manifest, place: part };
}

/** The risk by HTTP method; methods that may write are high risk with an admin scope. */
function riskOf({ method, security }: Operation): RiskLevel {
  if (/^(GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(method)) return "safe";
  const scopes = security.flatMap((one) => Object.values(one).flat());
  const isAdministrative = /\b(admin|owner|root)\b/i.test(scopes.join(" ").replaceAll("_", " "));
  return method === "DELETE" || isAdministrative ? "high" : "medium";
}

function responseData(operation: Part, set: DefinitionSet): MutableObject {
  const responses = operation.get("responses");
  const codes = Object.keys(responses.record).filter((code) => /^2(\d\d|XX)$/i.test(code));
  const response = responses.get(codes.toSorted()[0] ?? "").follow();
  const type = Object.keys(response.get("content").record).find((name) => /[/+]json\b/i.test(name)) ?? "";
  // OpenAPI 2.0 has no `content` around the schema.
  const old = response.get("schema");
  const schema = old.value === undefined ? response.get("content", type, "schema") : old;
  return schema.record["type"] === "file" ? {} : set.convert(schema, "out");
}

/** The base URL: that of the first server, with its variables filled in. */
function baseUrlOf(document: Part, location: string): string {
  const first = document.get("servers", "0");
  const defaultOf = (whole: string, name: string) => first.get("variables", name).text("default") ?? whole;
  // OpenAPI 2.0 splits the base URL.
  const [host, basePath = "/"] = [document.text("host"), document.text("basePath")];
  const schemes = document.texts("schemes");
  const scheme = schemes.includes("https") ? "https" : (schemes[0] ?? "https");
  const old = host === undefined ? basePath : `${scheme}://${host}${basePath}`;
  const server = first.text("url")?.replaceAll(/\{([^{}]+)\}/g, defaultOf) ?? old;
  const known = isUrl(location) ? location : undefined;
  const base = known ?? "http://localhost";
  const address = new URL(URL.canParse(server, base) ? server : "/", base).href.replace(/\/$/, "");
  if (URL.canParse(server, known)) return address;
  const help = "Set the URL in the API's file in `support/`, or in the environment variable that it reads.";
  document.get("servers").warn(`The document has no absolute server URL: requests go to ${address}.`, help);
  return address;
}
