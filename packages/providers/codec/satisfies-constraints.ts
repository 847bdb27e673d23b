import type { JsonSchemaObject } from "@toolkiln/runtime";

/** Whether a value keeps the bounds that were sent beside its type. */
export function satisfiesConstraints(schema: JsonSchemaObject, value: unknown): boolean {
  if (typeof value === "string") {
    const { length } = Array.from(value);
    return within(length, schema.minLength, schema.maxLength) && matchesPattern(schema.pattern, value);
  }
  if (typeof value === "number") return isInRange(schema, value);
  if (Array.isArray(value)) return within(value.length, schema.minItems, schema.maxItems);
  return true;
}

function within(amount: number, least = 0, most: number = Number.POSITIVE_INFINITY): boolean {
  return amount >= least && amount <= most;
}

function matchesPattern(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function isInRange(schema: JsonSchemaObject, value: number): boolean {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (typeof above === "number" && value <= above) return false;
  if (typeof below === "number" && value >= below) return false;
  if (multipleOf !== undefined && value % multipleOf !== 0) return false;
  return within(value, schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum);
}
