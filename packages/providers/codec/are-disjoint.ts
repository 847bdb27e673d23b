import type { JsonSchemaObject } from "@toolkiln/runtime";
import {
  declaredTypes,
  isSchema,
  sameJson,
  schemaEntries,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";
import { findDefinition, type Definitions } from "./matches-sent.js";

const deepest = 4;

/** Whether no value has the shape of both sent schemas. In doubt they overlap. */
export function areDisjoint(
  left: JsonSchemaObject,
  right: JsonSchemaObject,
  definitions: Definitions,
  depth: number = 0,
): boolean {
  if (depth > deepest) return false;
  const apart = (first: JsonSchemaObject, second: JsonSchemaObject): boolean =>
    areDisjoint(first, second, definitions, depth + 1);
  for (const [schema, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const target = findDefinition(reference, definitions);
      return target !== undefined && apart(target, other);
    }
    const branches = schemaList(schema["anyOf"]);
    if (branches.length > 0 && schema["nullable"] !== true) {
      return branches.every((branch) => typeof branch !== "boolean" && apart(branch, other));
    }
  }
  const values = [literals(left), literals(right)] as const;
  if (values[0] !== undefined && values[1] !== undefined) {
    return !values[0].some((value) => values[1]?.some((other) => sameJson(value, other)));
  }
  const types = [possibleTypes(left), possibleTypes(right)] as const;
  if (types[0] === undefined || types[1] === undefined) return false;
  const common = types[0].filter((type) => types[1]?.includes(type));
  return (
    common.length === 0 || (common.length === 1 && common[0] === "object" && objectsApart(left, right, apart))
  );
}

function literals(schema: JsonSchemaObject): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum;
}

function possibleTypes(schema: JsonSchemaObject): readonly string[] | undefined {
  const types: readonly string[] | undefined =
    literals(schema)?.map((value) => typeOfValue(value)) ?? declaredTypes(schema);
  if (types === undefined) return undefined;
  const known = types.flatMap((type) => (type === "number" ? ["number", "integer"] : [type]));
  return schema["nullable"] === true ? [...known, "null"] : known;
}

function objectsApart(
  left: JsonSchemaObject,
  right: JsonSchemaObject,
  apart: (first: JsonSchemaObject, second: JsonSchemaObject) => boolean,
): boolean {
  return needsWhatIsForbidden(left, right) || needsWhatIsForbidden(right, left) || sharedFieldsApart();

  function sharedFieldsApart(): boolean {
    const properties = new Map(schemaEntries(right.properties));
    return schemaEntries(left.properties).some(([name, schema]) => {
      const other = properties.get(name);
      const bothNeedIt = left.required?.includes(name) === true && right.required?.includes(name) === true;
      return bothNeedIt && isObjectSchema(schema) && isObjectSchema(other) && apart(schema, other);
    });
  }
}

function isObjectSchema(schema: unknown): schema is JsonSchemaObject {
  return isSchema(schema) && typeof schema !== "boolean";
}

function needsWhatIsForbidden(needing: JsonSchemaObject, closed: JsonSchemaObject): boolean {
  if (closed.additionalProperties !== false) return false;
  const allowed = closed.properties ?? {};
  return needing.required?.some((name) => !Object.hasOwn(allowed, name)) === true;
}
