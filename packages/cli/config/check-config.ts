import type { ToolkilnConfig } from "@toolkiln/generator/config";
import type { ProviderName } from "@toolkiln/providers";
import { isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { CommandError } from "../command-error.js";
import { didYouMean } from "../did-you-mean.js";
import { isRecord } from "../is-record.js";

/** Says what a value should have been, or nothing when it is right. */
type Check = (value: unknown) => string | undefined;

const text: Check = (value) =>
  typeof value === "string" && value.trim() !== "" ? undefined : "must be a text that is not empty";

const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => text(item) === undefined)
    ? undefined
    : "must be a list of texts";

const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && allowed.includes(value)
      ? undefined
      : `must be one of ${allowed.map((name) => `"${name}"`).join(", ")}`;

/** The providers by name, so that none has to be loaded to read a configuration. */
const targetNames: Readonly<Record<ProviderName, true>> = {
  openai: true,
  anthropic: true,
  gemini: true,
  mcp: true,
  bedrock: true,
  "ai-sdk": true,
  langchain: true,
  "openai-agents": true,
  "json-schema": true,
};

const severityNames = ["error", "warning", "hint", "off"];

/** One check for every key: a key that the type knows and this table does not is a compile error. */
const projectChecks: { readonly [Key in Exclude<keyof ToolkilnConfig, "projects">]-?: Check } = {
  name: text,
  root: text,
  baseline: text,
  severities: (value) =>
    isRecord(value) && Object.values(value).every((severity) => severityNames.includes(String(severity)))
      ? undefined
      : `must give codes or names one of ${severityNames.map((name) => `"${name}"`).join(", ")}`,
  maxWarnings: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : "must be a number from 0",
  manifests: text,
  out: text,
  tools: text,
  importExtension: oneOf("js", "ts", "none"),
  toolsets: (value) =>
    isRecord(value) && Object.entries(value).every(([name, selector]) => isToolset(name, selector))
      ? undefined
      : "must give every toolset, named like `read-only`, some of `ids`, `tags`, `categories` and `maxRisk`",
  categories: texts,
  wireNames: oneOf("id", "snake"),
  targets: (value) =>
    Array.isArray(value) && value.every(isTarget)
      ? undefined
      : `must be a list of providers, or of objects with a \`provider\`: ${Object.keys(targetNames).join(", ")}`,
  budget: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([key, tokens]) => ["tool", "total"].includes(key) && typeof tokens === "number" && tokens > 0,
    )
      ? undefined
      : "must give a number of tokens for `tool`, `total` or both",
};

/** Makes sure that what a configuration file gave is a configuration; all problems are said together. */
export function checkConfig(value: unknown, file: string): ToolkilnConfig {
  const problems = [...problemsOf(value, "", ["projects"])];
  if (isRecord(value) && value["projects"] !== undefined) {
    const { projects } = value;
    if (!Array.isArray(projects) || projects.length === 0) {
      problems.push("`projects` must be a list of at least one project.");
    } else {
      projects.forEach((project, index) => problems.push(...problemsOf(project, `projects[${index}].`, [])));
    }
  }
  if (problems.length > 0)
    throw new CommandError(problems.map((problem) => `${file}: ${problem}`).join("\n"));
  return value as ToolkilnConfig;
}

function problemsOf(value: unknown, path: string, more: readonly string[]): string[] {
  if (!isRecord(value)) {
    const what = path === "" ? "The configuration" : `\`${path.slice(0, -1)}\``;
    return [`${what} must be an object${path === "" ? ", exported as default by a module" : ""}.`];
  }
  const known = [...Object.keys(projectChecks), ...more];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (more.includes(key) || entry === undefined) return [];
    const check = new Map<string, Check>(Object.entries(projectChecks)).get(key);
    if (check === undefined)
      return [`\`${path}${key}\` is not a key of a configuration.${didYouMean(key, known)}`];
    const problem = check(entry);
    return problem === undefined ? [] : [`\`${path}${key}\` ${problem}.`];
  });
}

function isTarget(target: unknown): boolean {
  const name = isRecord(target) ? target["provider"] : target;
  return typeof name === "string" && Object.hasOwn(targetNames, name);
}

function isToolset(name: string, selector: unknown): boolean {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || !isRecord(selector)) return false;
  return Object.entries(selector).every(([key, entry]) =>
    key === "maxRisk"
      ? isRiskLevel(entry)
      : ["ids", "tags", "categories"].includes(key) &&
        Array.isArray(entry) &&
        entry.every((item) => typeof item === "string"),
  );
}
