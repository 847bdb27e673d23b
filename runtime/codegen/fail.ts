import type { SchemaError, SchemaValidator } from "../validation/schema-validator.js";

/**
 * Adds an error to those of a validator and returns how many there are. The keyword is the last part of its path; what the
 * schema says itself, such as a limit, is left out.
 */
export function fail(
  errors: SchemaError[],
  instancePath: string,
  schemaPath: string,
  params: SchemaError["params"] = noParams,
  message?: string,
): number {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf("/") + 1);
  return errors.push(
    message === undefined
      ? { instancePath, schemaPath, keyword, params }
      : { instancePath, schemaPath, keyword, params, message },
  );
}

/** Adds the errors of another validator to those of one and returns how many there are. */
export function failAll(errors: SchemaError[], { errors: others }: SchemaValidator): number {
  return errors.push(...(others ?? []));
}

const noParams: SchemaError["params"] = Object.freeze({});
