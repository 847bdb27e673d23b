import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RiskLevel } from "@toolkiln/runtime";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { baseName, camelCase, shortName, uniqueName } from "../names.js";
import { literalText } from "../plan/file-text.js";
import type { ImportProject } from "../plan/import-plan.js";
import { SourceError, type MutableObject, type Part } from "../source/part.js";
import { isUrl, readDocument } from "../source/read-document.js";
import { DefinitionSet, type ResultDepth } from "./definition-set.js";
import { isWanted, operationsOf, type Operation, type OperationFilter } from "./operation.js";
import { requestOf } from "./request.js";

/** Options of an OpenAPI import. */
export interface OpenapiOptions extends OperationFilter {
  readonly maxTools?: number;
  /** @default "shallow" */
  readonly results?: ResultDepth;
}

/** Imports the operations of an OpenAPI document as tools that send the requests. */
export async function importOpenapi(
  file: SourceFile,
  options: OpenapiOptions,
  { root, config }: ImportProject,
): Promise<ImportedSource> {
  const { label, report } = file;
  const document = await readDocument(file);
  const wanted = wantedOperations(document, options);
  const { maxTools = Infinity, results = "shallow" } = options;
  if (wanted.length > maxTools) {
    const message = `${wanted.length - maxTools} operations beyond --max-tools ${maxTools} were left out.`;
    report.add("TK8002", document, message);
  }
  const title = shortName(document.get("info").text("title") ?? "");
  const api = title || shortName(baseName(label)) || "api";
  // Earlier imports keep their files, so this one picks other names.
  const isTaken = (name: string): boolean => existsSync(join(root, config.manifests, `shared/${name}.yaml`));
  const set = new DefinitionSet(uniqueName(api, isTaken, "-"), results);
  const constant = `${camelCase(api)}Api`;
  const tools = wanted.slice(0, maxTools).map((operation): ImportedTool => {
    const { schema, request } = requestOf(operation, document, api, set);
    return {
      ...describe(operation),
      risk: riskOf(operation),
      schema,
      result: results === "none" ? {} : responseData(operation.part, set),
      origin: `${operation.method} ${operation.path} in ${label}`,
      implementation: {
        uses: [{ name: constant, file: `support/${api}.ts` }],
        statements: (data) => `return ${constant}.send<${data}>(params, context, ${literalText(request)});`,
      },
    };
  });
  const variable = `${api.toUpperCase().replaceAll("-", "_")}_URL`;
  const baseUrl = JSON.stringify(baseUrlOf(document, label));
  return {
    tools,
    support: [
      { name: "http-api.ts" },
      { name: `${api}.ts`, template: "api.ts", values: { api, constant, variable, baseUrl } },
    ],
    definitions: set.files,
  };
}

function wantedOperations(document: Part, options: OpenapiOptions): Operation[] {
  const fail = (message: string, help?: string): SourceError =>
    new SourceError("TK8004", document.source.file, message, help);
  const version = document.record["openapi"] ?? document.record["swagger"];
  if (!/^(2\.0|3\.[0-2])/.test(String(version))) {
    const found =
      version === undefined
        ? "It has neither `openapi` nor `swagger`"
        : `Its version is ${JSON.stringify(version)}`;
    throw fail(`This is not an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2. ${found}.`);
  }
  const all = operationsOf(document);
  const [first] = all;
  if (first === undefined) throw fail("The document has no operation under `paths`.");
  const wanted = all.filter((operation) => isWanted(operation, options));
  if (wanted.length > 0) return wanted;
  const help = `They match a tag, an operationId, a path or a method, such as \`${first.id}\` or \`${first.path}\`.`;
  throw fail(`None of the ${all.length} operations matches --include and --exclude.`, help);
}

function describe({ id, method, path, tags, part }: Operation) {
  const summary = part.text("summary");
  const texts = [...new Set([summary, part.text("description")])].filter((text) => text !== undefined);
  const words = tags.map((tag) => tag.trim().replaceAll(/\s+/g, "-")).filter((tag) => tag !== "");
  const isIdempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method);
  const isDeprecated = part.record["deprecated"] === true;
  return {
    name: id,
    title: texts.length > 1 && (summary?.length ?? 0) <= 60 ? summary : undefined,
    description: texts.join("\n\n") || `${method} ${path}`,
    category: "network",
    tags: [...new Set(words)],
    hints: { openWorld: true, ...(isIdempotent && { idempotent: true }) },
    deprecated: isDeprecated ? "The API marks this operation as deprecated." : undefined,
    place: part,
  };
}

/** The risk by HTTP method; an admin scope raises it. */
function riskOf({ method, security }: Operation): RiskLevel {
  if (/^(GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(method)) return "safe";
  const scopes = security.flatMap((one) => Object.values(one).flat());
  const isAdministrative = /\b(admin|owner|root)\b/i.test(scopes.join(" ").replaceAll("_", " "));
  return method === "DELETE" || isAdministrative ? "high" : "medium";
}

/** The schema of the successful JSON response. */
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
  const server = serverOf(document);
  try {
    return new URL(server, isUrl(location) ? location : undefined).href.replace(/\/$/, "");
  } catch {
    const address = `http://localhost${server.startsWith("/") ? server.replace(/\/$/, "") : ""}`;
    const help = "Set the address in the environment, or in the file of the API below `support/`.";
    document.get("servers").warn(`The document has no server, so requests go to ${address}.`, help);
    return address;
  }
}

function serverOf(document: Part): string {
  const server = document.get("servers", 0);
  const address = server.text("url")?.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    return server.get("variables", name).text("default") ?? whole;
  });
  if (address !== undefined) return address;
  // OpenAPI 2.0 splits the base URL.
  const [host, path = "/"] = [document.text("host"), document.text("basePath")];
  const schemes = document.texts("schemes");
  const scheme = schemes.includes("https") ? "https" : (schemes[0] ?? "https");
  return host === undefined ? path : `${scheme}://${host}${path}`;
}
