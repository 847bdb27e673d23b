import { Suggestions } from "../diagnostics/suggest.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { resolveReference, type SchemaDocument, type SchemaDocuments } from "./reference.js";
import { inPlaceKeywords, subschemas } from "./walk-schema.js";

/** A schema of a property, in the document that its `#` means. */
export interface PropertyDescription {
  readonly schema: unknown;
  readonly document: SchemaDocument;
}

/** The properties that a schema and everything that speaks about the same value name. */
export interface KnownProperties {
  /** By their names, with what each has to satisfy, here or in an alternative. */
  readonly properties: ReadonlyMap<string, readonly PropertyDescription[]>;
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

/** A schema that speaks about the value. */
interface Part {
  readonly schema: unknown;
  readonly document: SchemaDocument;
  /** Whether it says what has to be; `not` and `if` only name properties. */
  readonly binds: boolean;
}

function collect(
  root: JsonObject,
  rootDocument: SchemaDocument,
  documents: SchemaDocuments,
): KnownProperties {
  const properties = new Map<string, PropertyDescription[]>();
  let open = false;
  const seen = new Set<JsonObject>();
  const waiting: Part[] = [{ schema: root, document: rootDocument, binds: true }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { schema, document, binds } = next;
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const { additionalProperties, patternProperties, $ref } = schema;
    for (const [name, property] of Object.entries(
      isJsonObject(schema["properties"]) ? schema["properties"] : {},
    )) {
      const descriptions = properties.get(name) ?? [];
      if (binds) descriptions.push({ schema: property, document });
      properties.set(name, descriptions);
    }
    open ||= additionalProperties === true || isJsonObject(additionalProperties);
    open ||= patternProperties !== undefined;
    for (const { keyword, schema: inner } of subschemas(schema))
      if (inPlaceKeywords.has(keyword))
        waiting.push({ schema: inner, document, binds: binds && keyword !== "not" && keyword !== "if" });
    const target = typeof $ref === "string" ? resolveReference($ref, document, documents) : undefined;
    if (target === undefined) continue;
    if ("kind" in target) open = true;
    else waiting.push({ ...target, binds });
  }
  return { properties, open, suggestions: new Suggestions(properties.keys()) };
}
