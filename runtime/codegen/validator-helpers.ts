import type { RuleMatcher, SchemaError, SchemaValidator } from "../validation/schema-validator.js";

/** Adds an error, without schema values such as limits; returns the number of errors. */
export function fail(
  errors: SchemaError[],
  instancePath: string,
  schemaPath: string,
  params: SchemaError["params"] = {},
  message?: string,
): number {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf("/") + 1);
  return errors.push({ instancePath, schemaPath, keyword, params, ...(message && { message }) });
}

/** Adds the errors of another validator and returns the number of errors. */
export function failAll(errors: SchemaError[], { errors: others }: SchemaValidator): number {
  return errors.push(...(others ?? []));
}

/** Combines the compiled conditions of a manifest's rules. */
export function matchRules(conditions: readonly SchemaValidator[]): RuleMatcher {
  return (params) => conditions.map((matches) => matches(params));
}

/** Creates a validator that first adds defaults to the given value. */
export function withDefaults(fill: (data: unknown) => void, validate: SchemaValidator): SchemaValidator {
  const validator: SchemaValidator = (data) => {
    fill(data);
    const valid = validate(data);
    validator.errors = validate.errors ?? null;
    return valid;
  };
  return validator;
}

/** Length of a string in code points, as JSON Schema defines it. */
export function ucs2length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++, length++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) index++;
  }
  return length;
}

/** Whether two JSON values are equal, whatever the property order. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a !== a && b !== b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
