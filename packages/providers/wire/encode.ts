import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import {
  declaredTypes,
  hasType,
  isSchema,
  sameJson,
  schemaEntries,
  schemaList,
} from "../schema/schema-node.js";
import type { WireForm } from "../written-schema.js";
import { renameProperties } from "./decode.js";

/** The reverse of `decode`: converts arguments to what a model would send. */
export function encode(
  root: JsonSchemaObject,
  { sent, names, nullMeansAbsent }: WireForm,
  value: unknown,
): unknown {
  const renamed = names.size === 0 ? value : renameProperties(root, value, names);
  const filled = nullMeansAbsent ? fillAbsent(sent, renamed) : misfit;
  return filled === misfit ? renamed : filled;
}

const misfit = Symbol("misfit");

/**
 * Adds null for every missing property that the sent schema requires. Returns `misfit` if the value does not match.
 * Only a branch of a union must match completely: elsewhere, parts that do not match stay unchanged.
 */
function fillAbsent(schema: unknown, value: unknown, isBranch = false): unknown {
  if (!isSchema(schema) || typeof schema === "boolean") return schema === false ? misfit : value;
  const { const: only, enum: values = only === undefined ? undefined : [only] } = schema;
  const isListed = values === undefined || values.some((option) => sameJson(option, value));
  if (!isListed || !hasType(value, declaredTypes(schema))) return misfit;
  const branches = schemaList(schema["anyOf"]);
  if (branches.length > 0) {
    for (const branch of branches) {
      const filled = fillAbsent(branch, value, true);
      if (filled !== misfit) return filled;
    }
    return misfit;
  }
  const fillPart = (inner: unknown, part: unknown): unknown => {
    const filled = fillAbsent(inner, part, isBranch);
    return filled === misfit && !isBranch ? part : filled;
  };
  if (Array.isArray(value)) {
    const items = value.map((item) => fillPart(schema.items, item));
    return items.includes(misfit) ? misfit : items;
  }
  if (!isRecord(value)) return value;
  const properties = new Map(schemaEntries(schema.properties));
  const names = [...new Set([...(schema.required ?? []), ...Object.keys(value)])];
  const parts = names.map((name) => {
    const part = Object.hasOwn(value, name) ? value[name] : null;
    return [name, fillPart(properties.get(name) ?? schema.additionalProperties, part)];
  });
  return parts.some(([, part]) => part === misfit) ? misfit : Object.fromEntries(parts);
}
