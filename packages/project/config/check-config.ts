import { providerNames, type ToolkilnConfig } from "@toolkiln/generator/config";
import { isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { didYouMean } from "../did-you-mean.js";
import { isRecord } from "@toolkiln/runtime/json";
import type { ConfigPath } from "./config-source.js";

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

const severityNames = ["error", "warning", "hint", "off"];

/** One check for every key: a key that the type knows and this table does not is a compile error. */
const projectChecks: { readonly [Key in Exclude<keyof ToolkilnConfig, "projects">]-?: Check } = {
  name: text,
  root: text,
  baseline: text,
  docs: text,
  severities: (value) =>
    isRecord(value) && Object.values(value).every((severity) => severityNames.includes(String(severity)))
      ? undefined
      : `must give codes or names one of ${severityNames.map((name) => `"${name}"`).join(", ")}`,
  maxWarnings: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : "must be a number from 0",
  manifests: text,
  out: text,
  tools: text,
  services: text,
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
      : `must be a list of providers, or of objects with a \`provider\`: ${providerNames.join(", ")}`,
  budget: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([key, tokens]) => ["tool", "total"].includes(key) && typeof tokens === "number" && tokens > 0,
    )
      ? undefined
      : "must give a number of tokens for `tool`, `total` or both",
};

/** What is wrong with a value of a configuration. */
export interface ConfigProblem {
  readonly path: ConfigPath;
  readonly message: string;
}

/** Everything that keeps a value from being a configuration. */
export function configProblems(value: unknown): readonly ConfigProblem[] {
  const problems = problemsOf(value, [], ["projects"]);
  if (!isRecord(value) || value["projects"] === undefined) return problems;
  const { projects } = value;
  if (!Array.isArray(projects) || projects.length === 0)
    return [
      ...problems,
      { path: ["projects"], message: "`projects` must be a list of at least one project." },
    ];
  return [...problems, ...projects.flatMap((project, index) => problemsOf(project, ["projects", index], []))];
}

function problemsOf(value: unknown, path: ConfigPath, more: readonly string[]): readonly ConfigProblem[] {
  if (!isRecord(value)) {
    const message =
      path.length === 0
        ? "The configuration must be an object, exported as default by a module."
        : `\`${nameOf(path)}\` must be an object.`;
    return [{ path, message }];
  }
  const known = [...Object.keys(projectChecks), ...more];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (more.includes(key) || entry === undefined) return [];
    const check = new Map<string, Check>(Object.entries(projectChecks)).get(key);
    const problem =
      check === undefined ? `is not a key of a configuration.${didYouMean(key, known)}` : check(entry);
    const end = check === undefined ? "" : ".";
    const name = nameOf([...path, key]);
    return problem === undefined ? [] : [{ path: [...path, key], message: `\`${name}\` ${problem}${end}` }];
  });
}

/** `projects[0].out` */
function nameOf(path: ConfigPath): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

function isTarget(target: unknown): boolean {
  const name = isRecord(target) ? target["provider"] : target;
  return typeof name === "string" && providerNames.includes(name);
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
