import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import * as fc from "fast-check";

type Any = fc.Arbitrary<unknown>;

/** Values that mostly satisfy a schema; the caller selects those that do with a validator. */
export function arbitraryValue(schema: JsonSchema, root: JsonSchema = schema, depth = 0): Any {
  if (typeof schema === "boolean") return fc.jsonValue({ maxDepth: 1 });
  const inner = (child: JsonSchema): Any => arbitraryValue(child, root, depth + 1);
  if (depth > 12) return fc.constant(null);
  if (typeof schema["$ref"] === "string")
    return depth > 6 ? fc.constant({}) : inner(lookUp(root, schema["$ref"]));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  if (alternatives.length > 0) {
    const { anyOf: _, oneOf: __, ...base } = schema;
    if (base.type !== "object" && base.properties === undefined) return fc.oneof(...alternatives.map(inner));
    return fc.oneof(...alternatives.map((branch) => inner(merge(base, branch, root))));
  }
  if (Array.isArray(schema["allOf"])) {
    const { allOf, ...base } = schema;
    return inner(listOf(allOf).reduce<JsonSchemaObject>((node, branch) => merge(node, branch, root), base));
  }
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  const choices = types.map((type) => ofType(schema, type, inner, depth));
  return schema["nullable"] === true ? fc.oneof(fc.constant(null), ...choices) : fc.oneof(...choices);
}

function lookUp(root: JsonSchema, reference: string): JsonSchema {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>(
    (node, step) =>
      (node as Record<string, unknown>)[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")],
    root,
  ) as JsonSchema;
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : [];
}

function merge(base: JsonSchemaObject, branch: JsonSchema, root: JsonSchema): JsonSchemaObject {
  if (typeof branch === "boolean") return base;
  const target = typeof branch["$ref"] === "string" ? lookUp(root, branch["$ref"]) : branch;
  if (typeof target === "boolean") return base;
  return {
    ...base,
    ...target,
    properties: { ...base.properties, ...target.properties },
    required: [...(base.required ?? []), ...(target.required ?? [])],
  };
}

function impliedTypes(schema: JsonSchemaObject): readonly string[] {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ["object"];
  if (schema.items !== undefined || schema["prefixItems"] !== undefined) return ["array"];
  return ["string", "number", "boolean", "null"];
}

function ofType(
  schema: JsonSchemaObject,
  type: string,
  inner: (child: JsonSchema) => Any,
  depth: number,
): Any {
  switch (type) {
    case "string":
      return strings(schema);
    case "integer":
    case "number":
      return numbers(schema, type);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrays(schema, inner, depth);
    default:
      return objects(schema, inner, depth);
  }
}

function strings(schema: JsonSchemaObject): Any {
  const byFormat: Record<string, Any> = {
    date: fc.constantFrom("2026-11-16", "1999-01-01"),
    "date-time": fc.constantFrom("2026-11-16T12:00:00Z"),
    time: fc.constantFrom("12:00:00Z"),
    email: fc.constantFrom("a@example.org"),
    uri: fc.constantFrom("https://example.org/x"),
    uuid: fc.uuid(),
  };
  const format = typeof schema["format"] === "string" ? byFormat[schema["format"]] : undefined;
  if (format !== undefined) return format;
  if (typeof schema["pattern"] === "string") {
    try {
      return fc.stringMatching(new RegExp(schema["pattern"]));
    } catch {
      return fc.string();
    }
  }
  const minLength = schema["minLength"] ?? 0;
  return fc.string({
    minLength,
    maxLength: Math.min(schema["maxLength"] ?? minLength + 8, minLength + 8),
  });
}

function numbers(schema: JsonSchemaObject, type: string): Any {
  const min = schema["minimum"] ?? schema["exclusiveMinimum"] ?? -1000;
  const max = Math.max(min, schema["maximum"] ?? schema["exclusiveMaximum"] ?? min + 2000);
  if (type === "integer" || schema["multipleOf"] !== undefined) {
    const step = schema["multipleOf"] ?? 1;
    return fc
      .integer({ min: Math.ceil(min / step), max: Math.max(Math.ceil(min / step), Math.floor(max / step)) })
      .map((n) => n * step);
  }
  return fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}

function arrays(schema: JsonSchemaObject, inner: (child: JsonSchema) => Any, depth: number): Any {
  const prefix = listOf(schema["prefixItems"]).map(inner);
  const minLength = Math.max(0, (schema["minItems"] ?? 0) - prefix.length);
  const most = Math.max(
    0,
    Math.min((schema["maxItems"] ?? 99) - prefix.length, minLength + (depth > 5 ? 0 : 3)),
  );
  const items = schema.items === undefined || schema.items === true ? fc.string() : schema.items;
  const rest =
    items === false
      ? fc.constant([])
      : fc.array("generate" in (items as object) ? (items as Any) : inner(items as JsonSchema), {
          minLength: Math.min(minLength, most),
          maxLength: most,
        });
  const full = fc.tuple(fc.tuple(...prefix), rest).map(([head, tail]) => [...head, ...tail]);
  if (prefix.length === 0) return full;
  return fc.tuple(full, fc.nat(prefix.length)).map(([list, cut]) => (cut === 0 ? list : list.slice(0, cut)));
}

function objects(schema: JsonSchemaObject, inner: (child: JsonSchema) => Any, depth: number): Any {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => depth < 8 || schema.required?.includes(name) === true,
  );
  const declared = fc.record(Object.fromEntries(properties.map(([name, child]) => [name, inner(child)])), {
    noNullPrototype: true,
    requiredKeys: [...new Set(schema.required ?? [])].filter((name) =>
      Object.hasOwn(schema.properties ?? {}, name),
    ),
  });
  const { additionalProperties } = schema;
  const isMap =
    typeof additionalProperties === "object" || (additionalProperties === true && properties.length === 0);
  if (!isMap || depth > 8) return declared;
  const values = typeof additionalProperties === "object" ? inner(additionalProperties) : fc.string();
  return fc
    .tuple(
      fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), values, { maxKeys: 3, noNullPrototype: true }),
      declared,
    )
    .map(([extra, known]) => ({ ...extra, ...known }));
}
