import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneModule from "ajv/dist/standalone/index.js";
import formatsModule from "ajv-formats";
import type { JsonSchema } from "@toolkiln/runtime";

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
  const ajv = new Ajv2020({
    // The schemas were checked before; here nothing may be added to the code but what they say.
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: true,
    useDefaults: true,
    ownProperties: true,
    code: { source: true, esm: true, lines: true, optimize: false },
  });
  formatsModule.default(ajv);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  return disarm(standaloneModule.default(ajv, names));
}

/** Takes Ajv's module apart: its exports become names, its `require`s become helpers of the runtime. */
function disarm(module: string): ValidatorCode {
  const functions: Record<string, string> = {};
  const helpers = new Set<string>();
  const code = module
    .replace(/^"use strict";/, "")
    .replaceAll(/export const (\w+) = (\w+);/g, (_, name: string, target: string) => {
      functions[name] = target;
      return "";
    })
    .replaceAll(/require\("([^"]+)"\)\.(\w+)/g, (_, path: string, property: string) => {
      const helper = property === "default" ? (path.split("/").at(-1) ?? path) : property;
      helpers.add(helper);
      return helper;
    });
  if (/\brequire\(/.test(code))
    throw new Error("Ajv's code asks for a module that the runtime does not bundle.");
  return { code: code.trim(), functions, helpers: [...helpers].toSorted() };
}
