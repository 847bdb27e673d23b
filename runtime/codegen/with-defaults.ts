import type { SchemaValidator } from "../validation/schema-validator.js";

/** Makes a validator that fills in defaults, on the value it is given, before it validates. */
export function withDefaults(fill: (data: unknown) => void, validate: SchemaValidator): SchemaValidator {
  const validator: SchemaValidator = (data) => {
    fill(data);
    const valid = validate(data);
    validator.errors = validate.errors ?? null;
    return valid;
  };
  return validator;
}
