import { isRecord } from "@toolkiln/runtime/json";
import type { RiskLevel } from "@toolkiln/runtime";
import { ImportReport, SourceError } from "../import-report.js";
import type { ImportedSource, ImportedTool, SupportFile } from "../imported-tool.js";
import { templateText } from "../plan/template.js";
import { DefinitionSet } from "../schema/definition-set.js";
import { SourceFiles } from "../source/source-files.js";
import { apiName, baseUrlOf } from "./api-description.js";
import { apiText } from "./api-text.js";
import { isWanted, operationsOf, type Operation, type OperationFilter } from "./operations.js";
import { operationText } from "./operation-text.js";
import { requestParameters } from "./request-parameters.js";
import { responseData, resultReach, type ResultDepth } from "./response-data.js";
import { credentialsOf, isAdministrative } from "./security.js";

/** What of an OpenAPI document is imported, and how. */
export interface OpenapiOptions extends OperationFilter {
  readonly maxTools?: number;
  /** @default "shallow" */
  readonly results?: ResultDepth;
  /** What the API is called in files and keys; its title when left out. */
  readonly api?: string;
}

/** Definitions that a parameter may lead to before it is cut to any value. */
const parameterReach = 250;

/** Imports the operations of an OpenAPI document as tools that send the requests. */
export async function importOpenapi(
  location: string,
  path: string,
  options: OpenapiOptions = {},
): Promise<ImportedSource> {
  const report = new ImportReport();
  const files = await SourceFiles.read(location, path, report);
  checkVersion(files);
  const all = operationsOf(files);
  const wanted = all.filter((operation) => isWanted(operation, options));
  if (wanted.length === 0) throw noOperations(location, all);
  const operations = wanted.slice(0, options.maxTools ?? Infinity);
  const root = { source: files.main, pointer: "" };
  if (operations.length < wanted.length)
    report.add(
      "TK8002",
      root,
      `${wanted.length - operations.length} operations beyond --max-tools ${operations.length} were left out.`,
    );
  const api = options.api ?? apiName(files, location);
  const shared = `shared/${api}.yaml`;
  const { results = "shallow" } = options;
  const set = new DefinitionSet(files, report, {
    prefix: `${shared}#/$defs/`,
    namespace: api.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    reach: { in: parameterReach, out: resultReach[results] },
    reportsCuts: results === "full",
  });
  const context = { files, set, report, api, results, location };
  const tools = operations.map((operation) => toTool(operation, context));
  const baseUrl = baseUrlOf(files, location, report);
  const support: SupportFile[] = [
    { path: "support/http-api.ts", text: () => templateText("http-api") },
    { path: `support/${api}.ts`, text: (suffix) => apiText(api, baseUrl, suffix) },
  ];
  return { tools, support, definitions: { path: shared, schemas: set.definitions }, packages: [], report };
}

function checkVersion({ main }: SourceFiles): void {
  const version = isRecord(main.value) ? (main.value["openapi"] ?? main.value["swagger"]) : undefined;
  if (/^(2\.0|3\.[0-2](\.\d+)?)/.test(String(version))) return;
  const found =
    version === undefined
      ? "It has neither `openapi` nor `swagger`"
      : `Its version is ${JSON.stringify(version)}`;
  throw new SourceError(
    "TK8004",
    main.file,
    `This is not an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2. ${found}.`,
  );
}

function noOperations(location: string, all: readonly Operation[]): SourceError {
  const [first] = all;
  return first === undefined
    ? new SourceError("TK8004", location, "The document has no operation under `paths`.")
    : new SourceError(
        "TK8004",
        location,
        `None of the ${all.length} operations matches --include and --exclude.`,
        `They match a tag, an operationId, a path or a method, such as \`${first.id}\` or \`${first.path}\`.`,
      );
}

interface OpenapiContext {
  readonly files: SourceFiles;
  readonly set: DefinitionSet;
  readonly report: ImportReport;
  readonly api: string;
  readonly results: ResultDepth;
  readonly location: string;
}

function toTool(operation: Operation, context: OpenapiContext): ImportedTool {
  const { files, set, report, api, results, location } = context;
  const { method, path, value, place } = operation;
  const { summary, description, deprecated } = value;
  const request = requestParameters(operation, credentialsOf(operation, api, files, report), context);
  const texts = [summary, description].filter((text) => typeof text === "string" && text.trim() !== "");
  const tags = operation.tags.map((tag) => tag.trim().replaceAll(/\s+/g, "-")).filter((tag) => tag !== "");
  return {
    name: operation.id,
    keepsName: false,
    ...(typeof summary === "string" && summary.length <= 60 && texts.length > 1 && { title: summary }),
    description: [...new Set(texts)].join("\n\n") || `${method} ${path}`,
    category: "network",
    risk: riskOf(operation, files),
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    schema: request.schema,
    result: results === "none" ? "structured" : responseData(operation, files, set),
    hints: { openWorld: true, ...(/^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) && { idempotent: true }) },
    ...(deprecated === true && { deprecated: "The API marks this operation as deprecated." }),
    origin: `${method} ${path} in ${location}`,
    place,
    implement: (module) => operationText(operation, request, api, module),
  };
}

/** What a call can do at worst, by its method; a scope that administrates raises it. */
function riskOf(operation: Operation, files: SourceFiles): RiskLevel {
  const { method } = operation;
  if (/^(GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(method)) return "safe";
  return method === "DELETE" || isAdministrative(operation, files) ? "high" : "medium";
}
