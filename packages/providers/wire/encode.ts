import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import {
  declaredTypes,
  isSchema,
  resolvePointer,
  sameJson,
  schemaEntries,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";
import type { WireForm } from "../written-schema.js";
import { renameProperties } from "./decode.js";

/** Encodes arguments of the manifest as a model would send them. */
export function encode(
  root: JsonSchemaObject,
  { sent, names, nullMeansAbsent }: WireForm,
  value: unknown,
): unknown {
  const renamed = names.size === 0 ? value : renameProperties(root, value, names);
  return nullMeansAbsent ? fillAbsent(sent, renamed, sent) : renamed;
}

/** Adds null for every missing property that the sent schema requires. */
function fillAbsent(schema: unknown, value: unknown, root: JsonSchemaObject): unknown {
  if (!isSchema(schema) || typeof schema === "boolean" || typeof value !== "object" || value === null)
    return value;
  const { $ref: reference, items, required = [] } = schema;
  if (typeof reference === "string") return fillAbsent(resolvePointer(root, reference), value, root);
  const branches = schemaList(schema["anyOf"]);
  if (branches.length > 0) {
    const filled = branches.map((branch) => [branch, fillAbsent(branch, value, root)] as const);
    return filled.find(([branch, each]) => hasShape(branch, each, root))?.[1] ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => fillAbsent(items, item, root));
  const properties = new Map(schemaEntries(schema.properties));
  const given = new Map(Object.entries(value));
  const names = [...new Set([...required, ...given.keys()])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      given.has(name) ? fillAbsent(properties.get(name), given.get(name), root) : null,
    ]),
  );
}

/** Whether a value has the structure of a sent schema. */
function hasShape(schema: unknown, value: unknown, root: JsonSchemaObject): boolean {
  if (!isSchema(schema) || typeof schema === "boolean") return schema !== false;
  const { $ref: reference, const: only, enum: values = only === undefined ? undefined : [only] } = schema;
  if (typeof reference === "string") return hasShape(resolvePointer(root, reference), value, root);
  if (values !== undefined && !values.some((option) => sameJson(option, value))) return false;
  const type = typeOfValue(value);
  const types = declaredTypes(schema);
  if (types?.includes(type) === false && !(type === "integer" && types.includes("number"))) return false;
  const branches = schemaList(schema["anyOf"]);
  if (branches.length > 0 && !branches.some((branch) => hasShape(branch, value, root))) return false;
  if (Array.isArray(value)) return value.every((item) => hasShape(schema.items, item, root));
  if (!isRecord(value)) return true;
  if (schema.required?.some((name) => !Object.hasOwn(value, name)) === true) return false;
  const properties = new Map(schemaEntries(schema.properties));
  return Object.entries(value).every(([name, part]) =>
    hasShape(properties.get(name) ?? schema.additionalProperties, part, root),
  );
}
