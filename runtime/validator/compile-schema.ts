/*! Bundles Ajv and ajv-formats: MIT-licensed, copyright (c) 2015-2021 and 2020 Evgeny Poberezkin. */
import { Ajv, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as codegen from "ajv/dist/compile/codegen/index.js";
import * as compileModule from "ajv/dist/compile/index.js";
import * as vocabulary from "ajv/dist/vocabularies/code.js";
import formatsModule from "ajv-formats";
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import type { SchemaValidator } from "../validation/schema-validator.js";
import { extendAjv } from "./keywords/extend-ajv.js";

const options: Options = {
  strict: false,
  // JSON has neither NaN nor Infinity.
  strictNumbers: true,
  allErrors: true,
  useDefaults: true,
  ownProperties: true,
  logger: false,
};

/** One instance with the meta-schema per draft. */
const metas = new Map<typeof Ajv, Ajv>();

const compiled = new WeakMap<object, SchemaValidator>();

/** A schema that does not compile. */
export class InvalidSchemaError extends Error {
  override readonly name = "InvalidSchemaError";
}

/**
 * Compiles a schema with Ajv as 2020-12, or as draft-07 if `$schema` names draft-06 or draft-07. The validator adds
 * defaults to its input. Compiled schema objects are cached and must not change.
 */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  if (typeof schema === "boolean") return () => schema;
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validator = compile(schema);
  compiled.set(schema, validator);
  return validator;
}

function compile({ $schema, $id: _id, ...keywords }: JsonSchemaObject): SchemaValidator {
  const Draft = typeof $schema === "string" && /draft-0[67]/.test($schema) ? Ajv : Ajv2020;
  const meta = metas.get(Draft) ?? new Draft(options);
  metas.set(Draft, meta);
  if (meta.validateSchema(keywords) !== true)
    throw invalidSchema(meta.errorsText(meta.errors, { dataVar: "schema" }));
  try {
    // One instance per schema, because definitions must not be shared.
    const ajv = new Draft({ ...options, meta: false, validateSchema: false });
    formatsModule.default(ajv);
    const unevaluated = JSON.stringify(keywords).includes('"unevaluated');
    extendAjv(ajv, { codegen, compile: compileModule, vocabulary }, { unevaluated });
    return ajv.compile(keywords);
  } catch (error) {
    throw invalidSchema(error instanceof Error ? error.message : String(error), error);
  }
}

function invalidSchema(reason: string, cause?: unknown): InvalidSchemaError {
  return new InvalidSchemaError(`The schema cannot be used: ${reason}`, { cause });
}
