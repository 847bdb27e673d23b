import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { resolveSchema, schemasOf, typesOf } from "./parse-value.js";

/** Levels of an example, and properties on each: a schema may contain itself, and nobody reads further. */
const deepest = 4;
const mostProperties = 8;

/** A value that shows the shape a schema asks for: what is required, first choices, first branches. */
export function exampleValue(schema: JsonSchema, root: JsonSchemaObject, depth = 0): unknown {
  const resolved = resolveSchema(schema, root);
  if (resolved === undefined || depth > deepest) return "…";
  const known = knownValue(resolved);
  if (known !== undefined) return known;
  const [branch] = [...schemasOf(resolved["oneOf"]), ...schemasOf(resolved["anyOf"])];
  const inBranch = branch === undefined ? undefined : exampleValue(branch, root, depth + 1);
  const parts = schemasOf(resolved["allOf"]).map((part) => exampleValue(part, root, depth + 1));
  const types = typesOf(resolved, root);
  if (types.has("object") || resolved.properties !== undefined) {
    return Object.assign(exampleObject(resolved, root, depth), ...[...parts, inBranch].filter(isRecord));
  }
  if (types.has("array") && inBranch === undefined) {
    const { items } = resolved;
    return typeof items === "object" ? [exampleValue(items, root, depth + 1)] : [];
  }
  return inBranch ?? parts[0] ?? plainValue(types, resolved);
}

/** What the schema itself says a value may be. */
function knownValue({ examples, enum: choices, const: only, default: fallback }: JsonSchemaObject): unknown {
  const [example]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return example ?? only ?? fallback ?? choices?.[0];
}

/** The required properties; where none is, the first shows what there could be. */
function exampleObject(
  { properties = {}, required }: JsonSchemaObject,
  root: JsonSchemaObject,
  depth: number,
): Record<string, unknown> {
  const all = Object.keys(properties);
  const shown = all.filter((name) => required?.includes(name));
  const names = shown.length > 0 ? shown.slice(0, mostProperties) : all.slice(0, 1);
  return Object.fromEntries(
    names.map((name) => [name, exampleValue(properties[name] ?? true, root, depth + 1)]),
  );
}

function plainValue(types: ReadonlySet<string>, { minimum }: JsonSchemaObject): unknown {
  if (types.has("string") || types.size === 0) return "…";
  if (types.has("integer") || types.has("number")) return typeof minimum === "number" ? minimum : 0;
  return types.has("boolean") ? true : null;
}
