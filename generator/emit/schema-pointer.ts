import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";

/** Whether a value can be a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** Whether a value can be a schema with keywords. */
export function isSchemaObject(value: unknown): value is JsonSchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of a keyword that holds a list of them. */
export function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas of a keyword that holds them by name. */
export function schemaMap(value: unknown): readonly (readonly [string, JsonSchema])[] {
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}

/** Finds what a `$ref` inside of a schema points at; undefined when that is not part of it. */
export function resolveReference(root: JsonSchemaObject, pointer: string): JsonSchema | undefined {
  if (!pointer.startsWith("#")) return undefined;
  const fragment = decode(pointer.slice(1));
  if (fragment === "") return root;
  if (!fragment.startsWith("/")) return findAnchor(root, fragment);
  let target: unknown = root;
  for (const part of fragment.slice(1).split("/")) {
    if (typeof target !== "object" || target === null) return undefined;
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    target = Object.hasOwn(target, key) ? Reflect.get(target, key) : undefined;
  }
  return isSchema(target) ? target : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function findAnchor(node: unknown, name: string): JsonSchemaObject | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (isSchemaObject(node) && (node["$anchor"] === name || node["$dynamicAnchor"] === name)) return node;
  for (const child of Object.values(node)) {
    const found = findAnchor(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
