import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RiskLevel } from "@toolkiln/runtime";
import type { ImportedSource, ImportedTool, SourceFile } from "../imported-tool.js";
import { baseName, camelCase, shortName, uniqueName } from "../names.js";
import { literalText } from "../plan/file-text.js";
import type { ImportProject } from "../plan/import-plan.js";
import { SourceError, unlessEmpty, type MutableObject, type Part } from "../source/part.js";
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
  const { label } = file;
  const document = await readDocument(file);
  const wanted = wantedOperations(document, options);
  const { maxTools = Infinity, results = "shallow" } = options;
  if (wanted.length > maxTools) {
    const message = `${wanted.length - maxTools} operations beyond --max-tools ${maxTools} were left out.`;
    document.report("TK8002", message);
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
    support: {
      "http-api.ts": ["http-api"],
      [`${api}.ts`]: ["api", { api, constant, variable, baseUrl }],
    },
    definitions: set.files,
  };
}

function wantedOperations(document: Part, options: OpenapiOptions): Operation[] {
  const { file } = document.source;
  const version = document.record["openapi"] ?? document.record["swagger"];
  if (!/^(2\.0|3\.[0-2])/.test(String(version))) {
    const found = version === undefined ? "missing" : JSON.stringify(version);
    const message = `This is not an OpenAPI document: \`openapi\` or \`swagger\` is ${found}; expected 2.0 to 3.2.`;
    throw new SourceError("TK8004", file, message);
  }
  const all = operationsOf(document);
  const wanted = all.filter((operation) => isWanted(operation, options));
  if (wanted.length > 0) return wanted;
  const help = "The patterns match a tag, an operationId, a path or a method; `*` matches any text.";
  throw new SourceError(
    "TK8004",
    file,
    `None of the ${all.length} operations under \`paths\` matches.`,
    help,
  );
}

function describe({ id, method, path, tags, part }: Operation) {
  const summary = part.text("summary");
  const texts = [...new Set([summary, part.text("description")])].filter((text) => text !== undefined);
  const words = tags.map((tag) => tag.trim().replaceAll(/\s+/g, "-")).filter((tag) => tag !== "");
  const isIdempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method);
  const isDeprecated = part.record["deprecated"] === true;
  const manifest = {
    category: "network",
    tags: unlessEmpty([...new Set(words)]),
    hints: { openWorld: true, idempotent: isIdempotent || undefined },
    deprecated: isDeprecated ? "The API marks this operation as deprecated." : undefined,
  };
  const title = texts.length > 1 && (summary?.length ?? 0) <= 60 ? summary : undefined;
  return { name: id, title, description: texts.join("\n\n") || `${method} ${path}`, manifest, place: part };
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
  const isKnown = URL.canParse(server, isUrl(location) ? location : undefined);
  const base = isUrl(location) ? location : "http://localhost";
  const address = new URL(isKnown || server.startsWith("/") ? server : "/", base).href.replace(/\/$/, "");
  const help = "Set the URL in the environment, or in the file of the API in `support/`.";
  if (!isKnown)
    document.get("servers").warn(`The document has no server, so requests go to ${address}.`, help);
  return address;
}

function serverOf(document: Part): string {
  const server = document.get("servers", 0);
  const url = server.text("url");
  if (url !== undefined)
    return url.replaceAll(
      /\{([^{}]+)\}/g,
      (whole, name: string) => server.get("variables", name).text("default") ?? whole,
    );
  // OpenAPI 2.0 splits the base URL.
  const [host, path = "/"] = [document.text("host"), document.text("basePath")];
  const schemes = document.texts("schemes");
  const scheme = schemes.includes("https") ? "https" : (schemes[0] ?? "https");
  return host === undefined ? path : `${scheme}://${host}${path}`;
}
