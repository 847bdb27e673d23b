import type { InjectedParameter, JsonSchema, JsonSchemaObject, PathParameter } from "@toolkiln/runtime";

/** What toolkiln's own keywords in a schema ask for. */
export interface SchemaExtensions {
  readonly paths: readonly PathParameter[];
  readonly sensitive: readonly string[];
  readonly inject: readonly InjectedParameter[];
}

/** Collects toolkiln's own keywords from a parameter schema. */
export function collectExtensions(schema: JsonSchemaObject): SchemaExtensions {
  const paths: PathParameter[] = [];
  const sensitive: string[] = [];
  visit(schema, "", (node, pointer) => {
    const path = node["x-path"];
    if (typeof path === "object" && path !== null) {
      paths.push({ pointer, within: "workspace", ...(path as Partial<PathParameter>) });
    }
    if (node["x-sensitive"] === true) sensitive.push(pointer);
  });
  const inject = Object.entries(schema.properties ?? {}).flatMap(([parameter, property]) => {
    const key = typeof property === "object" ? property["x-inject"] : undefined;
    return typeof key === "string" ? [{ parameter, key }] : [];
  });
  return { paths, sensitive, inject };
}

function visit(
  schema: JsonSchema | undefined,
  pointer: string,
  visitor: (node: JsonSchemaObject, pointer: string) => void,
): void {
  if (typeof schema !== "object") return;
  visitor(schema, pointer);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visit(property, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, visitor);
  }
  visit(schema.items, `${pointer}/*`, visitor);
  visit(schema.additionalProperties, `${pointer}/*`, visitor);
}

/** The schema without the parameters that the application supplies. */
export function withoutInjected(
  schema: JsonSchemaObject,
  inject: readonly InjectedParameter[],
): JsonSchemaObject {
  if (inject.length === 0) return schema;
  const names = new Set(inject.map(({ parameter }) => parameter));
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name)),
  );
  const required = schema.required?.filter((name) => !names.has(name));
  return { ...schema, properties, ...(required && { required }) };
}
