import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { SchemaError, SchemaValidator } from "../validation/schema-validator.js";
import { maxErrors } from "../validation/tool-validation-error.js";
import { isRecord } from "../validation/value-type.js";
import type { WellKnownKind, WellKnownKinds } from "./well-known-kinds.js";
import { isWellKnownKind, wellKnownSchemas } from "./well-known-kinds.js";

type Check = (value: unknown, path: string, errors: SchemaError[]) => void;

const validators: Partial<Record<WellKnownKind, SchemaValidator>> = {};

/** Whether data matches its well-known kind. */
export function isDataOfKind<Kind extends WellKnownKind>(
  kind: Kind,
  data: unknown,
): data is WellKnownKinds[Kind] {
  return validatorOf(kind)(data);
}

/** The validator for a well-known kind; `undefined` for other kinds and for a kind that allows any data. */
export function validatorOfKind(kind: string): SchemaValidator | undefined {
  return kind !== "structured" && isWellKnownKind(kind) ? validatorOf(kind) : undefined;
}

function validatorOf(kind: WellKnownKind): SchemaValidator {
  return (validators[kind] ??= makeValidator(compile(wellKnownSchemas[kind])));
}

function makeValidator(check: Check): SchemaValidator {
  const validate: SchemaValidator = (data) => {
    const errors: SchemaError[] = [];
    try {
      check(data, "", errors);
    } catch {
      // A getter or proxy threw.
      const message = "must be readable";
      errors.push({ instancePath: "", schemaPath: "#", keyword: "readable", params: {}, message });
    }
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

/** Compiles a schema to closures. Supports only the keywords of the well-known schemas. */
function compile(schema: JsonSchemaObject): Check {
  const { type, properties = {}, required = [], items, enum: values, minimum, anyOf } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, compile(Object(field))] as const);
  const checkItem = isRecord(items) ? compile(items) : undefined;
  // Only in the form `anyOf: [{ required: [name] }, …]`.
  const needsOneOf = [anyOf ?? []].flat().flatMap((part) => (part as JsonSchemaObject).required ?? []);
  return (value, path, errors) => {
    const report = (keyword: string, params: Record<string, unknown>, message: string): void => {
      errors.push({ instancePath: path, schemaPath: `#/${keyword}`, keyword, params, message });
    };
    if (typeof type === "string" && !hasType(value, type)) return report("type", { type }, `must be ${type}`);
    if (values !== undefined && !values.some((allowed) => allowed === value)) {
      report("enum", { allowedValues: values }, "must be equal to one of the allowed values");
    }
    if (minimum !== undefined && typeof value === "number" && value < minimum) {
      report("minimum", { comparison: ">=", limit: minimum }, `must be >= ${minimum}`);
    }
    if (checkItem !== undefined && Array.isArray(value)) {
      // Stops at the maximum, because a sparse array may have billions of holes.
      for (let index = 0; index < value.length && errors.length < maxErrors; index++) {
        checkItem(value[index], `${path}/${index}`, errors);
      }
    }
    if (!isRecord(value)) return undefined;
    for (const name of required) {
      if (value[name] !== undefined) continue;
      report("required", { missingProperty: name }, `must have required property '${name}'`);
    }
    if (needsOneOf.length > 0 && needsOneOf.every((name) => value[name] === undefined)) {
      report("anyOf", {}, `must have ${needsOneOf.join(" or ")}`);
    }
    for (const [name, check] of fields) {
      if (value[name] !== undefined) check(value[name], `${path}/${name}`, errors);
    }
    return undefined;
  };
}

function hasType(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isRecord(value) : typeof value === type;
}
