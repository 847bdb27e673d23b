import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { schemaList, schemaMap } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import type { SchemaCoverage, Gap } from "./schema-coverage.js";

/** The gaps for lists that satisfy all narrow schemas. */
export function arrayGaps(
  coverage: SchemaCoverage,
  narrow: readonly JsonSchemaObject[],
  wide: JsonSchemaObject,
  path: ManifestPath,
): readonly Gap[] {
  const maxItems = Math.min(...narrow.map((schema) => schema.maxItems ?? Infinity));
  const fixed = Math.max(...[...narrow, wide].map((schema) => schemaList(schema["prefixItems"]).length));
  const gaps: Gap[] = [];
  for (let position = 0; position <= fixed && position < maxItems; position++) {
    const step = position < fixed ? ["prefixItems", position] : ["items"];
    const own = narrow.map((schema) => itemAt(schema, position));
    gaps.push(...coverage.gaps(own, itemAt(wide, position), [...path, ...step]));
  }
  const isUnique = maxItems <= 1 || narrow.some(({ uniqueItems }) => uniqueItems);
  if (wide.uniqueItems === true && !isUnique) gaps.push({ path, keyword: "uniqueItems" });
  return gaps;
}

function itemAt(schema: JsonSchemaObject, position: number): JsonSchema {
  return schemaList(schema["prefixItems"])[position] ?? schema.items ?? true;
}

/** The gaps for objects that satisfy all narrow schemas. */
export function objectGaps(
  coverage: SchemaCoverage,
  narrow: readonly JsonSchemaObject[],
  wide: JsonSchemaObject,
  path: ManifestPath,
): readonly Gap[] {
  const { required = [], additionalProperties = true } = wide;
  const present = new Set(narrow.flatMap((schema) => schema.required ?? []));
  const names = new Set([wide, ...narrow].flatMap((schema) => Object.keys(schema.properties ?? {})));
  const own = new Set(Object.keys(wide["patternProperties"] ?? {}));
  const patterns = narrow.flatMap((schema) => schemaMap(schema["patternProperties"]));
  const keyword = "additionalProperties";
  // A property that no schema names satisfies one of these lists of schemas.
  const unnamed = [
    narrow.map((schema) => schema.additionalProperties ?? true),
    ...patterns.filter(([pattern]) => !own.has(pattern)).map(([, schema]) => [schema]),
  ];
  return [
    ...required
      .filter((name) => !present.has(name))
      .map((name) => ({ path: [...path, "properties", name], keyword: "required" })),
    ...[...names].flatMap((name) =>
      propertySchemas(wide, name).flatMap((property) =>
        coverage.gaps(
          narrow.flatMap((schema) => propertySchemas(schema, name)),
          property,
          [...path, "properties", name],
        ),
      ),
    ),
    ...unnamed
      .flatMap((schemas) => coverage.gaps(schemas, additionalProperties, [...path, keyword]))
      .map((gap) => (gap.keyword === "false" ? { path, keyword } : gap)),
  ];
}

/** The schemas that apply to a property. */
function propertySchemas(schema: JsonSchemaObject, name: string): readonly JsonSchema[] {
  const { properties = {}, additionalProperties = true } = schema;
  const named = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
  const matching = schemaMap(schema["patternProperties"]).filter(([pattern]) => matches(pattern, name));
  const own = [...named, ...matching.map(([, inner]) => inner)];
  return own.length > 0 ? own : [additionalProperties];
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
