import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";

/** One way to fill in a value. */
export interface Variant {
  readonly label: string;
  readonly schema: JsonSchemaObject;
}

/** What a form offers for a schema. */
export interface Shape {
  readonly kind: "choice" | "union" | "object" | "array" | "string" | "number" | "boolean" | "null" | "json";
  /** The values of a choice. */
  readonly values?: readonly unknown[];
  /** The variants of a union. */
  readonly variants?: readonly Variant[];
}

/** References of references that are followed; one may lead to itself. */
const mostReferences = 20;

/** A schema with its reference followed and its `allOf` merged, as far as a form needs it. */
export function resolveSchema(schema: unknown, root: JsonSchemaObject, depth = 0): JsonSchemaObject {
  if (!isRecord(schema) || depth > mostReferences) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [typeof $ref === "string" ? lookUp($ref, root) : {}, ...(Array.isArray(allOf) ? allOf : [])];
  const resolved = parts.map((part) => resolveSchema(part, root, depth + 1));
  const all: readonly JsonSchemaObject[] = [...resolved, own];
  const properties = Object.assign(
    {},
    ...all.map((part) => part.properties),
  ) as JsonSchemaObject["properties"];
  const required = all.flatMap((part) => part.required ?? []);
  return Object.assign(
    {},
    ...all,
    properties && Object.keys(properties).length > 0 && { properties, required },
  );
}

function lookUp(reference: string, root: JsonSchemaObject): unknown {
  const names = reference.split("/").slice(1);
  return names.reduce<unknown>((found, name) => {
    const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
    return isRecord(found) ? found[key] : undefined;
  }, root);
}

/** What a form offers for a resolved schema. */
export function shapeOf(schema: JsonSchemaObject, root: JsonSchemaObject): Shape {
  if (schema.const !== undefined) return { kind: "choice", values: [schema.const] };
  if (schema.enum !== undefined) return { kind: "choice", values: schema.enum };
  const { oneOf, anyOf, description: _, default: __, ...own } = schema;
  const given: unknown = oneOf ?? anyOf;
  const branches = (Array.isArray(given) ? given : []).map((branch: unknown) => resolveSchema(branch, root));
  // Branches that only say which parameters belong together are no choice between values.
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
  return { kind: type === "integer" ? "number" : type };
}

function labelOf({ title, const: only, type, properties = {}, enum: values }: JsonSchemaObject): string {
  if (typeof title === "string") return title;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" or ");
  const fixed = Object.entries(properties).find(([, property]) => isRecord(property) && "const" in property);
  if (fixed !== undefined) return `${fixed[0]}: ${JSON.stringify(resolveSchema(fixed[1], {}).const)}`;
  return Object.keys(properties).join(", ") || [type ?? "anything"].flat().join(" or ");
}

/** The variant that a value looks most like; the first when it looks like none. */
export function matchingVariant(
  variants: readonly Variant[],
  value: unknown,
  root: JsonSchemaObject,
): number {
  const scores = variants.map(({ schema }) => likeness(schema, value, root));
  return scores.indexOf(Math.max(...scores));
}

function likeness(schema: JsonSchemaObject, value: unknown, root: JsonSchemaObject): number {
  const { kind, values = [], variants = [] } = shapeOf(schema, root);
  if (kind === "choice")
    return values.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? 10 : -10;
  if (kind === "union") return Math.max(...variants.map((variant) => likeness(variant.schema, value, root)));
  if (kind !== "object" || !isRecord(value)) return kind === "json" ? 0 : kind === typeOf(value) ? 2 : -2;
  const { properties = {} } = schema;
  const scores = Object.keys(value).map((name) => {
    const property = resolveSchema(properties[name], root);
    if (property.const !== undefined) return likeness(property, value[name], root);
    return Object.hasOwn(properties, name) ? 1 : -1;
  });
  return scores.reduce((sum, score) => sum + score, 2);
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** What a value starts as when somebody asks for one: only what cannot be anything else is filled in. */
export function seedValue(schema: JsonSchemaObject, root: JsonSchemaObject): unknown {
  const { kind, values = [], variants = [] } = shapeOf(schema, root);
  if (kind === "choice") return values[0];
  if (kind === "union") return seedValue(variants[0]?.schema ?? {}, root);
  if (kind !== "object")
    return { array: [], number: schema.minimum ?? 0, boolean: false, null: null, string: "", json: "" }[kind];
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    resolveSchema(property, root).const,
  ]);
  return Object.fromEntries(entries.filter(([, only]) => only !== undefined));
}
