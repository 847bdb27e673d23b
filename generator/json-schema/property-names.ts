import { Suggestions } from "../diagnostics/suggest.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { resolveReference, type SchemaDocument, type SchemaDocuments } from "./reference.js";
import { inPlaceKeywords, subschemas } from "./walk-schema.js";

/** The property names in a schema and in all others for the same value. */
export interface KnownProperties {
  readonly names: ReadonlySet<string>;
  /** Whether other properties are explicitly allowed, or may be by an unresolved reference. */
  readonly open: boolean;
  readonly suggestions: Suggestions;
}

const collected = new WeakMap<SchemaDocuments, WeakMap<JsonObject, KnownProperties>>();

/** The properties of a value through `allOf`, `anyOf`, `$ref` and similar; cached per schema. */
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

function collect(root: JsonObject, from: SchemaDocument, documents: SchemaDocuments): KnownProperties {
  const names = new Set<string>();
  let open = false;
  const seen = new Set<JsonObject>();
  const waiting: { schema: unknown; document: SchemaDocument }[] = [{ schema: root, document: from }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { schema, document } = next;
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { properties, additionalProperties, patternProperties, $ref } = schema;
    for (const name of Object.keys(isJsonObject(properties) ? properties : {})) names.add(name);
    open ||= additionalProperties === true || isJsonObject(additionalProperties);
    open ||= patternProperties !== undefined;
    for (const { keyword, schema: inner } of subschemas(schema))
      if (inPlaceKeywords.has(keyword)) waiting.push({ schema: inner, document });
    const target = typeof $ref === "string" ? resolveReference($ref, document, documents) : undefined;
    if (target === undefined) continue;
    if ("kind" in target) open = true;
    else waiting.push(target);
  }
  return { names, open, suggestions: new Suggestions(names) };
}
