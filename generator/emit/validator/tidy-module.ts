import type { JsonSchema } from "@toolkiln/runtime";
import { valueAt } from "../../values/json-object.js";
import { inlineLiteral } from "../literal.js";
import { expressionPattern, replaceCodeText, stringPattern } from "./code-text.js";
import { failCall } from "./error-call.js";

/** A module that Ajv wrote, without imports and exports. */
export interface TidyModule {
  readonly code: string;
  /** The function behind each export. */
  readonly functions: Readonly<Record<string, string>>;
  /** Runtime helpers and shared functions that the code calls. */
  readonly helpers: readonly string[];
}

/** How the errors of an export are used. */
export interface ErrorUse {
  /** The functions only count their errors. */
  readonly countsOnly?: boolean;
  /** Callers have this schema, so errors omit what it contains. */
  readonly schema?: JsonSchema;
  /** For a function that other validators call: the JSON pointer of its schema in the input schemas. */
  readonly pointer?: string | undefined;
}

/**
 * Shortens and splits a module that Ajv wrote. Ajv writes one statement per line and escapes line breaks in strings, so
 * schema text cannot look like a line of code.
 */
export function tidyModule(code: string, uses: ReadonlyMap<string, ErrorUse>): TidyModule {
  const functions: Record<string, string> = {};
  // Only the parameters of an error span several lines.
  const [, ...sections] = code.replaceAll(/,\n +/g, ", ").split(/^export const /m);
  const texts = sections.map((section) => {
    const [start, name = "", target = ""] = /^(\w+) = (\w+);\n/.exec(section) ?? [""];
    functions[name] = target;
    return tidyFunctions(section.slice(start.length), target, uses.get(name) ?? {});
  });
  const helpers = new Set<string>();
  const listed = useNameSets(texts.join(""));
  const short = shortenConditions(useHelpers(withoutUnused(listed), helpers));
  if (/\bfail\(/.test(short)) helpers.add("fail");
  if (/\bfailAll\(/.test(short)) helpers.add("failAll");
  return { code: short.replaceAll(/\n\n+/g, "\n\n").trim(), functions, helpers: [...helpers].toSorted() };
}

const errorStatements =
  /^const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;$/gm;
const resetStatements =
  /^if\(vErrors !== null\)\{\nif\((_errs\d+)\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}\n/gm;
const mergedErrors =
  /^vErrors = vErrors === null \? (.+)\.errors : vErrors\.concat\(\1\.errors\);\nerrors = vErrors\.length;$/gm;

function reportErrors(code: string, schema?: JsonSchema, pointer = "#"): string {
  return code
    .replaceAll(errorStatements, (_all, _name, error: string) => {
      const call = schema === undefined ? undefined : failCall(error, schema, pointer);
      return call ? `errors = ${call};` : `errors = (vErrors ??= []).push(${error});`;
    })
    .replaceAll(resetStatements, "if(vErrors !== null) vErrors.length = $1;\n")
    .replaceAll(mergedErrors, "errors = failAll(vErrors ??= [], $1);");
}

/** Makes functions return a boolean, which is enough for rules. */
function countErrors(code: string): string {
  return code
    .replaceAll(errorStatements, "errors++;")
    .replaceAll(mergedErrors, "errors++;")
    .replaceAll(resetStatements, "")
    .replaceAll(/^(?:let vErrors = null|\w+\.errors = vErrors);\n/gm, "");
}

/** Functions take only the value's path as context; the entry function takes none. */
function tidyFunctions(code: string, entry: string, { countsOnly, schema, pointer }: ErrorUse): string {
  const signed = code.replaceAll(
    '{instancePath="", parentData, parentDataProperty, rootData=data}={}',
    '{instancePath=""}={}',
  );
  const elsewhere = `, ?parentData[:,]${expressionPattern}, ?rootData\\}`;
  const short = replaceCodeText(signed, elsewhere, () => "}");
  const [others = "", own = ""] = short.split(new RegExp(`^(?=function ${entry}\\()`, "m"));
  const tidied = countsOnly === true ? countErrors(own) : reportErrors(own, schema, pointer);
  return (
    (countsOnly === true ? countErrors(others) : reportErrors(others)) +
    withoutPath(tidied, entry, short, pointer)
  );
}

function withoutPath(own: string, entry: string, all: string, pointer: string | undefined): string {
  const start = `function ${entry}(data, {instancePath=""}={}){`;
  if (pointer !== undefined) return own.replace(start, `function ${entry}(data, instancePath = ""){`);
  const isCalled = new RegExp(
    `\\b${entry}(?!\\.errors|\\.evaluated|\\()|\\b${entry}\\((?!data, \\{instancePath=)`,
  );
  if (isCalled.test(all)) return own;
  const body = replaceCodeText(
    own.slice(start.length),
    String.raw`(?<=\{)instancePath(?=[,}])`,
    () => "instancePath:instancePath",
  );
  const path = String.raw`(?<![.\w])instancePath(?!:)( ?\+ ?)?`;
  return `function ${entry}(data){${replaceCodeText(body, path, (_all, plus) => (plus === undefined ? '""' : ""))}`;
}

/** Replaces Ajv's lookups in a copy of the whole schema by sets of property names. */
function useNameSets(code: string): string {
  const sets = new Map<string, string>();
  const steps = `(?:\\.\\w+|\\[(?:${stringPattern}|\\d+)\\])*`;
  const text = replaceCodeText(
    code,
    `\\w+\\.call\\((schema\\d+)(${steps}\\.properties), (\\w+)\\)`,
    (_all, name, path = "", key) => {
      const schema: unknown = JSON.parse(new RegExp(`^const ${name} = (.*);$`, "m").exec(code)?.[1] ?? "{}");
      const keys = [...path.matchAll(new RegExp(`(${stringPattern})|\\w+`, "g"))].map(([step, quoted]) =>
        quoted === undefined ? step : String(JSON.parse(quoted)),
      );
      const names = inlineLiteral(Object.keys(Object(valueAt(schema, keys))));
      const set = sets.get(names) ?? `names${sets.size}`;
      sets.set(names, set);
      return `${set}.has(${key})`;
    },
  );
  return [...sets].map(([names, set]) => `const ${set} = new Set(${names});\n`).join("") + text;
}

const declaration = /^const ((?:schema|func|wrapper|pattern|formats|root)\d+) = .*;\n/gm;

/** Removes unused constants, such as copies of schemas. */
function withoutUnused(code: string): string {
  const short = code.replaceAll(declaration, (line, name: string) =>
    code.split(new RegExp(`\\b${name}\\b`)).length > 2 ? line : "",
  );
  return short === code ? code : withoutUnused(short);
}

/** Replaces Ajv's `require` calls by the names of runtime helpers and shared functions. */
function useHelpers(code: string, helpers: Set<string>): string {
  const names = new Map<string, string>();
  const required = /^const (\w+) = require\("(?:[^"]*\/)?([^"/]*)"\)\.(\w+)(.*);\n/gm;
  const text = code.replaceAll(required, (_all, name: string, file: string, member: string, rest: string) => {
    const helper = member === "default" ? file : member;
    helpers.add(helper);
    if (rest !== "") return `const ${name} = ${helper}${rest};\n`;
    names.set(name, helper);
    return "";
  });
  if (names.size === 0) return text;
  return replaceCodeText(
    text,
    `(?<![.\\w])(?:${[...names.keys()].join("|")})(?!\\w)`,
    (name) => names.get(name) ?? name,
  );
}

const call = String.raw`[\w.]+\((?:${stringPattern}|[\w., ])*\)`;
const comparison = String.raw`(?:typeof )?[\w.]+ [!=]==? (?:${stringPattern}|[\w.-]+)`;

/** Conditions that Ajv writes, and shorter ones with the same meaning; applied in this order. */
const shorterConditions: readonly (readonly [string, Parameters<typeof replaceCodeText>[2]])[] = [
  [String.raw`!\((${call})\)`, (_found, inner) => `!${inner}`],
  [String.raw`(?<=\(|\|\| |&& )\((${comparison}|!?${call})\)(?= \|\|| &&|\))`, (_found, inner = "") => inner],
  [
    String.raw`!\(\(typeof (\w+) == "number" && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && isFinite\(\1\)\)`,
    (_found, value) => `!(typeof ${value} == "number" && ${value} % 1 === 0)`,
  ],
  // Only finite numbers are compared with limits.
  [String.raw` \|\| isNaN\(\w+\)`, () => ""],
  [
    // Nested alternatives: `(((a || b) || c) || d)`.
    String.raw`(\(+)(${comparison}(?: \|\| ${comparison}\)(?= \|\|))+)`,
    (found, opening = "", nested = "") => {
      const flat = replaceCodeText(nested, String.raw`\)(?= \|\||$)`, () => "");
      const outer = opening.length - (nested.length - flat.length);
      return outer > 0 ? "(".repeat(outer) + flat : found;
    },
  ],
];

/** Shortens conditions, and writes a condition with one simple statement on one line. */
function shortenConditions(code: string): string {
  const oneStatement = /^((?:else )?if\(.*\)|else) ?\{\n((?!(?:let|const|var|if|for|function)\b).*;)\n\}$/gm;
  let text = code;
  for (const [pattern, replace] of shorterConditions) text = replaceCodeText(text, pattern, replace);
  return text.replaceAll(oneStatement, "$1 $2");
}
