import AjvCoreModule, { type Options } from "ajv/dist/core.js";
import standaloneModule from "ajv/dist/standalone/index.js";
import draft7Module from "ajv/dist/vocabularies/draft7.js";
import draft2020Module from "ajv/dist/vocabularies/draft2020.js";
import formatsModule from "ajv-formats";
import type { JsonSchema } from "@toolkiln/runtime";
import { isSchemaObject } from "../schema-pointer.js";
import { prepareSchema } from "./prepare-schema.js";

/** Code that Ajv wrote, without imports and exports of its own. */
export interface ValidatorCode {
  readonly code: string;
  /** The function that validates each schema, by the name it was asked for. */
  readonly functions: Readonly<Record<string, string>>;
  /** What the code uses of the runtime. */
  readonly helpers: readonly string[];
}

/** Compiles schemas to validators that need neither Ajv nor eval where they run. */
export function validatorCode(schemas: Readonly<Record<string, JsonSchema>>): ValidatorCode {
  const ajv = new BareAjv(dialectOf(schemas), usesEvaluation(schemas));
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(prepareSchema(schema), name);
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  return disarm(standaloneModule.default(ajv, names));
}

type Dialect = "draft-07" | "2020-12";

/** Ajv with nothing but the keywords; schemas were checked before. One for each tool, so that names start anew. */
class BareAjv extends AjvCoreModule.default {
  constructor(dialect: Dialect, evaluation: boolean) {
    super({ ...options, unevaluated: evaluation, dynamicRef: evaluation, next: dialect === "2020-12" } as Options);
    const vocabularies = dialect === "2020-12" ? draft2020Module.default : draft7Module.default;
    for (const vocabulary of vocabularies) this.addVocabulary(vocabulary);
    formatsModule.default(this);
  }
}

const options: Options = {
  strict: false,
  meta: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  ownProperties: true,
  code: { source: true, esm: true, lines: true, optimize: false },
};

function dialectOf(schemas: Readonly<Record<string, JsonSchema>>): Dialect {
  const named = Object.values(schemas).find(isSchemaObject)?.["$schema"];
  return typeof named === "string" && /draft-0[4-7]/.test(named) ? "draft-07" : "2020-12";
}

/** Keeping track of what was evaluated makes code longer; few schemas need it. */
function usesEvaluation(schemas: Readonly<Record<string, JsonSchema>>): boolean {
  return /"(unevaluated|\$dynamic|\$recursive)/.test(JSON.stringify(schemas));
}

/** Takes Ajv's module apart: its exports become names, its `require`s become helpers of the runtime. */
function disarm(module: string): ValidatorCode {
  const functions: Record<string, string> = {};
  const helpers = new Set<string>();
  const code = module
    .replace(/^"use strict";/, "")
    .replaceAll(/^export const (\w+) = (\w+);$/gm, (_, name: string, target: string) => {
      functions[name] = target;
      return "";
    })
    .replaceAll(/^(const \w+ = )require\("([^"]+)"\)\.(\w+)/gm, (_, declaration: string, path: string, property: string) => {
      const helper = property === "default" ? (path.split("/").at(-1) ?? path) : property;
      helpers.add(helper);
      return declaration + helper;
    });
  if (/^const \w+ = require\(/m.test(code))
    throw new Error("Ajv's code asks for a module that the runtime does not bundle.");
  return { code: tidy(code), functions, helpers: [...helpers].toSorted() };
}

/** Leaves out the schemas that the code never reads, comments that name them, and empty lines. */
function tidy(code: string): string {
  return code
    .replaceAll(/\/\*# sourceURL=[A-Za-z0-9:/.#_-]+ \*\//g, "")
    .split("\n")
    .filter((line) => {
      const name = /^const (schema\d+) = /.exec(line)?.[1];
      return line !== "" && (name === undefined || code.split(new RegExp(`\\b${name}\\b`)).length > 2);
    })
    .join("\n");
}
