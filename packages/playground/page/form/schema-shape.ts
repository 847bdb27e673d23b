import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import { isRecord, valueAt } from "@toolkiln/runtime/json";

export interface Variant {
  readonly label: string;
  readonly schema: JsonSchemaObject;
}

/** The kind of form control for a schema. */
export interface Shape {
  readonly kind: "choice" | "union" | "object" | "array" | "string" | "number" | "null" | "json";
  /** The constants of a choice, or the variants of a union. */
  readonly variants?: readonly Variant[];
}

/** Limits nested references, which can be circular. */
const maxReferences = 20;

/** Resolves `$ref` and merges `allOf`, as far as a form needs it. */
export function resolveSchema(schema: unknown, root: JsonSchemaObject, depth = 0): JsonSchemaObject {
  if (!isRecord(schema) || depth > maxReferences) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [
    typeof $ref === "string" ? valueAt(root, decodeURIComponent($ref)) : {},
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  const all = [...parts.map((part) => resolveSchema(part, root, depth + 1)), own as JsonSchemaObject];
  const merged = Object.assign({}, ...all) as JsonSchemaObject;
  if (merged.properties === undefined) return merged;
  const properties = Object.assign({}, ...all.map((part) => part.properties)) as typeof merged.properties;
  return { ...merged, properties, required: all.flatMap((part) => part.required ?? []) };
}

export function shapeOf(schema: JsonSchemaObject, root: JsonSchemaObject): Shape {
  if (schema.const !== undefined) return choice([schema.const]);
  if (schema.enum !== undefined) return choice(schema.enum);
  const { oneOf, anyOf, description: _, default: __, ...own } = schema;
  const given: unknown = oneOf ?? anyOf;
  const branches = (Array.isArray(given) ? given : []).map((branch: unknown) => resolveSchema(branch, root));
  // Branches that only constrain which parameters occur together are not variants.
  if (branches.some((branch) => ["type", "properties", "const", "enum"].some((key) => key in branch))) {
    const merge = (branch: JsonSchemaObject): JsonSchemaObject =>
      resolveSchema({ allOf: [own, branch] }, root);
    return { kind: "union", variants: branches.map((one) => ({ label: labelOf(one), schema: merge(one) })) };
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 1) {
    return { kind: "union", variants: types.map((type) => ({ label: type, schema: { ...schema, type } })) };
  }
  const [type = schema.properties ? "object" : schema.items ? "array" : "json"] = types;
  if (type === "boolean") return choice([false, true]);
  // The keys of a map are not known in advance.
  const isMap = type === "object" && !schema.properties && schema.additionalProperties !== false;
  return { kind: isMap ? "json" : type === "integer" ? "number" : type };
}

function choice(values: readonly JsonValue[]): Shape {
  const variants = values.map((value) => ({
    label: typeof value === "string" ? value : JSON.stringify(value),
    schema: { const: value },
  }));
  return { kind: "choice", variants };
}

function labelOf({ title, const: only, type, properties = {}, enum: values }: JsonSchemaObject): string {
  if (typeof title === "string") return title;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" or ");
  const fixed = Object.entries(properties).find(([, property]) => isRecord(property) && "const" in property);
  if (fixed !== undefined) return `${fixed[0]}: ${JSON.stringify(resolveSchema(fixed[1], {}).const)}`;
  return Object.keys(properties).join(", ") || [type ?? "anything"].flat().join(" or ");
}

const noMatch = -10;

/** The index of the variant that matches a value best; -1 when none can match. */
export function matchingVariant(
  variants: readonly Variant[],
  value: unknown,
  root: JsonSchemaObject,
): number {
  const scores = variants.map(({ schema }) => matchScore(schema, value, root));
  const best = Math.max(...scores);
  return best === noMatch ? -1 : scores.indexOf(best);
}

function matchScore(schema: JsonSchemaObject, value: unknown, root: JsonSchemaObject): number {
  const { kind, variants = [] } = shapeOf(schema, root);
  if (kind === "choice") {
    const text = JSON.stringify(value);
    return variants.some((variant) => JSON.stringify(variant.schema.const) === text) ? 10 : noMatch;
  }
  if (kind === "union")
    return Math.max(...variants.map((variant) => matchScore(variant.schema, value, root)));
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (kind !== "object" || !isRecord(value)) return kind === "json" ? 0 : kind === type ? 2 : -2;
  const { properties = {} } = schema;
  const scores = Object.keys(value).map((name) => {
    const property = resolveSchema(properties[name], root);
    if (property.const !== undefined) return matchScore(property, value[name], root);
    return Object.hasOwn(properties, name) ? 1 : -1;
  });
  return scores.reduce((sum, score) => sum + score, 2);
}

/** The initial value for a schema; of an object, only constant properties are set. */
export function initialValue(schema: JsonSchemaObject, root: JsonSchemaObject): unknown {
  const { kind, variants = [] } = shapeOf(schema, root);
  if (kind === "choice") return variants[0]?.schema.const;
  if (kind === "union") return initialValue(variants[0]?.schema ?? {}, root);
  if (kind === "number") return schema.minimum ?? 0;
  const empty = { array: [], null: null, string: "", json: schema.type ? {} : "" };
  if (kind !== "object") return empty[kind];
  const properties = Object.entries(schema.properties ?? {});
  const constants = properties.map(([name, property]) => [name, resolveSchema(property, root).const]);
  return Object.fromEntries(constants.filter(([, only]) => only !== undefined));
}

/** Whether any pattern matches a pointer; `*` matches any segment. */
export function matches(pointer: string, patterns: readonly string[] = []): boolean {
  const parts = pointer.split("/");
  return patterns.some((pattern) => {
    const wanted = pattern.split("/");
    return wanted.length === parts.length && wanted.every((part, at) => part === "*" || part === parts[at]);
  });
}
