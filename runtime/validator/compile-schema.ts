import { Ajv, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import type { JsonSchema } from "../tool/json-schema.js";
import type { SchemaValidator } from "../validation/schema-validator.js";

const options: Options = {
  strict: false,
  allErrors: true,
  useDefaults: true,
  ownProperties: true,
  logger: false,
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
  const { $schema, $id: _id, ...keywords } = schema;
  // An instance for every schema: what one declares must not be visible to another.
  const isOld = typeof $schema === "string" && /draft-0[67]/.test($schema);
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  formatsModule.default(ajv);
  try {
    const validate = ajv.compile(keywords);
    const validator: SchemaValidator = (data) => {
      const isValid = validate(data);
      validator.errors = validate.errors ?? null;
      return isValid;
    };
    compiled.set(schema, validator);
    return validator;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidSchemaError(`The schema cannot be used: ${reason}`, { cause: error });
  }
}
