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
  // NaN and Infinity are no numbers of JSON.
  strictNumbers: true,
  allErrors: true,
  useDefaults: true,
  ownProperties: true,
  logger: false,
};

/** What one draft needs: an instance that knows its meta-schema, made once, and bare ones for every schema. */
const drafts = {
  old: {
    create: (more: Options = {}): Ajv => new Ajv({ ...options, ...more }),
    meta: undefined as Ajv | undefined,
  },
  new: {
    create: (more: Options = {}): Ajv => new Ajv2020({ ...options, ...more }),
    meta: undefined as Ajv | undefined,
  },
};

const compiled = new WeakMap<object, SchemaValidator>();

/** A schema that cannot be compiled. */
export class InvalidSchemaError extends Error {
  override readonly name = "InvalidSchemaError";
}

/**
 * Compiles a schema with Ajv: 2020-12, or draft-07 when its `$schema` says so. The validator fills in defaults on what
 * it is given. A schema object is compiled once; it must not change afterwards.
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
  const draft = typeof $schema === "string" && /draft-0[67]/.test($schema) ? drafts.old : drafts.new;
  const meta = (draft.meta ??= draft.create());
  if (meta.validateSchema(keywords) !== true)
    throw invalidSchema(meta.errorsText(meta.errors, { dataVar: "schema" }));
  try {
    // An instance for every schema: what one declares must not be visible to another.
    const ajv = draft.create({ meta: false, validateSchema: false });
    formatsModule.default(ajv);
    const unevaluated = JSON.stringify(keywords).includes('"unevaluated');
    extendAjv(ajv, { codegen, compile: compileModule, vocabulary }, { unevaluated });
    const validate = ajv.compile(keywords);
    const validator: SchemaValidator = (data) => {
      const isValid = validate(data);
      validator.errors = validate.errors ?? null;
      return isValid;
    };
    return validator;
  } catch (error) {
    throw invalidSchema(error instanceof Error ? error.message : String(error), error);
  }
}

function invalidSchema(reason: string, cause?: unknown): InvalidSchemaError {
  return new InvalidSchemaError(`The schema cannot be used: ${reason}`, { cause });
}
