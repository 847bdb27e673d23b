import { Suggestions } from "../diagnostics/suggest.js";
import { isJsonObject, type JsonObject } from "../model/json-object.js";
import { resolveReference, type SchemaDocument, type SchemaDocuments } from "./reference.js";
import { inPlaceKeywords, subschemas } from "./walk-schema.js";

/** The properties that a schema and everything that speaks about the same value name. */
export interface KnownProperties {
  readonly properties: ReadonlyMap<string, unknown>;
  /** Whether properties that are not named are explicitly allowed. */
  readonly open: boolean;
  /** Finds the property that a misspelled name means. */
  readonly suggestions: Suggestions;
}

const collected = new WeakMap<SchemaDocuments, WeakMap<JsonObject, KnownProperties>>();

/** The properties of a value through `allOf`, `anyOf`, `$ref` and the like; each schema is asked about many times. */
export function knownProperties(
  schema: JsonObject,
  document: SchemaDocument,
  documents: SchemaDocuments,
): KnownProperties {
  const known = collected.get(documents) ?? new WeakMap<JsonObject, KnownProperties>();
  collected.set(documents, known);
  const properties = known.get(schema) ?? collect(schema, document, documents);
  known.set(schema, properties);
  return properties;
}

function collect(schema: JsonObject, document: SchemaDocument, documents: SchemaDocuments): KnownProperties {
  const properties = new Map<string, unknown>();
  let open = false;
  const seen = new Set<JsonObject>();
  const waiting: { readonly value: unknown; readonly within: SchemaDocument }[] = [
    { value: schema, within: document },
  ];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { value, within } = next;
    if (!isJsonObject(value) || seen.has(value)) continue;
    seen.add(value);
    if (isJsonObject(value["properties"]))
      for (const [name, property] of Object.entries(value["properties"]))
        if (!properties.has(name)) properties.set(name, property);
    const { additionalProperties, patternProperties, $ref } = value;
    if (
      additionalProperties === true ||
      isJsonObject(additionalProperties) ||
      patternProperties !== undefined
    )
      open = true;
    for (const inner of subschemas(value))
      if (inPlaceKeywords.has(inner.keyword)) waiting.push({ value: inner.schema, within });
    const target = typeof $ref === "string" ? resolveReference($ref, within, documents) : undefined;
    if (target === undefined) continue;
    if ("kind" in target) open = true;
    else waiting.push({ value: target.schema, within: target.document });
  }
  return { properties, open, suggestions: new Suggestions(properties.keys()) };
}
