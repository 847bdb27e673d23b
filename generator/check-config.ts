import type { ErrorObject } from "ajv/dist/2020.js";
import type { ConfigProblem, ToolkilnConfig } from "./config.js";
import { diagnosticCatalog, diagnosticCodes, findCode, isAdjustable } from "./diagnostics/diagnostic.js";
import { didYouMean, suggest } from "./diagnostics/suggest.js";
import { pathName } from "./lint/describe-value.js";
import { instancePath, violatedSchema } from "./json-schema/pointer-step.js";
import type { JsonObject } from "./values/json-object.js";
import { validateConfig } from "./schema/config-validator.js";

type ConfigPath = ConfigProblem["path"];

export async function checkConfig(value: unknown): Promise<readonly ConfigProblem[]> {
  if (!validateConfig(value)) {
    const { configSchema } = await import("./schema/schemas.js");
    return (validateConfig.errors ?? [])
      .filter(({ keyword }) => keyword !== "if" && keyword !== "propertyNames")
      .map((error) => describe(error, instancePath(error.instancePath, value), configSchema));
  }
  const { projects = [], severities } = value as ToolkilnConfig;
  return [
    ...severityProblems(severities, []),
    ...projects.flatMap((project, index) => severityProblems(project.severities, ["projects", index])),
  ];
}

function describe(error: ErrorObject, path: ConfigPath, schema: JsonObject): ConfigProblem {
  const { params, propertyName } = error;
  const violated = violatedSchema(error, schema);
  const unknown: unknown = params["additionalProperty"];
  if (typeof unknown === "string") {
    const isProject = path.length === 0 || (path[0] === "projects" && path.length === 2);
    const holder = isProject ? "a configuration" : pathName(path);
    const keys = Object.keys(violated["properties"] as JsonObject);
    return problem([...path, unknown], `is not a key of ${holder}.${didYouMean(suggest(unknown, keys))}`);
  }
  const allowed: unknown = params["allowedValues"];
  const choices = Array.isArray(allowed) ? allowed.map((name) => `"${String(name)}"`).join(", ") : "";
  return problem(
    propertyName === undefined ? path : [...path, propertyName],
    `must be ${choices === "" ? String(violated["x-expected"]) : `one of ${choices}`}.`,
  );
}

/** Reports unknown codes and lowered errors. */
function severityProblems(severities: ToolkilnConfig["severities"] = {}, path: ConfigPath): ConfigProblem[] {
  return Object.entries(severities).flatMap(([name, severity]) => {
    const code = findCode(name);
    const at = [...path, "severities", name];
    if (code === undefined) {
      const known = diagnosticCodes.flatMap((one) => [one, diagnosticCatalog[one].name]);
      return [problem(at, `is not the code or name of a diagnostic.${didYouMean(suggest(name, known))}`)];
    }
    const lowered = !isAdjustable(code) && severity !== "error";
    return lowered ? [problem(at, `must stay "error": the severity of ${code} cannot be lowered.`)] : [];
  });
}

function problem(path: ConfigPath, text: string): ConfigProblem {
  return { path, message: `${path.length === 0 ? "The configuration" : pathName(path)} ${text}` };
}
