import type { InjectedParameter, JsonSchemaObject, PathParameter } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { subschemas } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../model/json-object.js";

/** What toolkiln's own keywords in a schema ask for. */
export interface SchemaExtensions {
  readonly paths: readonly PathParameter[];
  readonly sensitive: readonly string[];
  readonly inject: readonly InjectedParameter[];
  readonly renamedParameters: { readonly [oldName: string]: string };
}

/** Collects toolkiln's own keywords from a bundled parameter schema, also below `$ref`, `allOf` and `anyOf`. */
export function collectExtensions(schema: JsonSchemaObject): SchemaExtensions {
  const paths = new Map<string, PathParameter>();
  const sensitive = new Set<string>();
  const inject = new Map<string, InjectedParameter>();
  const renamed = new Map<string, string>();
  visitValues(schema, (node, way) => {
    const pointer = way.map((part) => `/${escapePart(part)}`).join("");
    const { "x-path": path, "x-inject": key, "x-renamed-from": oldNames } = node;
    if (isJsonObject(path) && !paths.has(pointer)) paths.set(pointer, pathParameter(pointer, path));
    if (node["x-sensitive"] === true) sensitive.add(pointer);
    const [parameter, ...deeper] = way;
    if (parameter === undefined || deeper.length > 0) return;
    if (typeof key === "string") {
      const required = schema.required?.includes(parameter) === true;
      inject.set(parameter, { parameter, key, ...(!required && { optional: true }) });
    }
    for (const old of [oldNames].flat()) if (typeof old === "string") renamed.set(old, parameter);
  });
  return {
    paths: [...paths.values()],
    sensitive: [...sensitive],
    inject: [...inject.values()],
    renamedParameters: Object.fromEntries(renamed),
  };
}

function pathParameter(pointer: string, { within, exists, kind }: JsonObject): PathParameter {
  return {
    pointer,
    within: within === "anywhere" ? "anywhere" : "workspace",
    ...(typeof exists === "boolean" && { exists }),
    ...((kind === "file" || kind === "directory") && { kind }),
  };
}

/** Schemas that say what must not be, or only choose between others. */
const unspoken = new Set(["not", "if", "propertyNames", "contains", "$defs"]);

/** Calls back for every schema with the way to the values it describes; a schema inside itself is entered once. */
function visitValues(
  root: JsonSchemaObject,
  visitor: (node: JsonObject, way: readonly string[]) => void,
): void {
  const visit = (schema: unknown, way: readonly string[], entered: ReadonlySet<unknown>): void => {
    if (!isJsonObject(schema)) return;
    visitor(schema, way);
    const target = localReference(root, schema["$ref"]);
    if (target !== undefined && !entered.has(target)) visit(target, way, new Set([...entered, target]));
    for (const { schema: inner, keyword, name } of subschemas(schema)) {
      if (!unspoken.has(keyword)) visit(inner, [...way, ...stepOf(keyword, name)], entered);
    }
  };
  visit(root, [], new Set([root]));
}

function stepOf(keyword: string, name: string | number | undefined): readonly string[] {
  switch (keyword) {
    case "properties":
    case "prefixItems":
      return [String(name)];
    case "items":
    case "additionalProperties":
    case "patternProperties":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return ["*"];
    default:
      return [];
  }
}

function escapePart(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The schema without the parameters that the application supplies. */
export function withoutInjected(
  schema: JsonSchemaObject,
  inject: readonly InjectedParameter[],
): JsonSchemaObject {
  if (inject.length === 0) return schema;
  const names = new Set(inject.map(({ parameter }) => parameter));
  const strip = (node: JsonSchemaObject): JsonSchemaObject => {
    const properties =
      node.properties && Object.entries(node.properties).filter(([name]) => !names.has(name));
    const required = node.required?.filter((name) => !names.has(name));
    const parts = node["allOf"];
    return {
      ...node,
      ...(properties && { properties: Object.fromEntries(properties) }),
      ...(required && { required }),
      ...(Array.isArray(parts) && {
        allOf: parts.map((part: unknown) => (isJsonObject(part) ? strip(part) : part)),
      }),
    };
  };
  return strip(schema);
}
