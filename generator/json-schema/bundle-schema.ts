import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isJsonObject, valueAt, type JsonObject } from "../values/json-object.js";
import type { ManifestPath } from "../read/manifest-source.js";
import {
  resolveReference,
  type ResolvedReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "./reference.js";
import { sameValueSchemas } from "./local-reference.js";
import { isOwn, placeKey, type SharedDefinitions } from "./shared-definitions.js";
import { mapSchemas, schemaKeywords } from "./walk-schema.js";

export interface SchemaPlace {
  readonly schema: unknown;
  readonly document: SchemaDocument;
  readonly path: ManifestPath;
}

/**
 * Makes a schema self-contained: copies referenced schemas into its `$defs`, and upgrades keywords of older drafts to
 * 2020-12. Drops references that cannot be resolved.
 */
export function bundleSchema(
  place: SchemaPlace,
  documents: SchemaDocuments,
  shared?: SharedDefinitions,
): JsonSchema {
  const bundler = new SchemaBundler(documents, { root: place, file: place.document.source.file, shared });
  const root = bundler.convert(place);
  return typeof root === "boolean" ? root : { ...root, ...bundler.definitions() };
}

interface BundlerOptions {
  readonly root?: SchemaPlace;
  readonly file?: string | undefined;
  readonly shared?: SharedDefinitions | undefined;
}

export class SchemaBundler {
  readonly #documents: SchemaDocuments;
  readonly #file: string | undefined;
  readonly #shared: SharedDefinitions;
  /** The schema that `#` refers to in the result, if it is one of the converted ones. */
  readonly #root: string | undefined;
  readonly #names = new Map<string, string>();
  /** The used names, each with the next number to try. */
  readonly #taken = new Map<string, number>();
  readonly #waiting: { readonly name: string; readonly target: ResolvedReference }[] = [];

  constructor(documents: SchemaDocuments, { root, file, shared = new Map() }: BundlerOptions = {}) {
    this.#documents = documents;
    this.#file = file;
    this.#shared = shared;
    this.#root = root && placeKey(root);
    for (const { name } of shared.values()) this.#taken.set(name, 2);
  }

  /** Converts a schema; its references point to the collected definitions. */
  convert({ schema, document }: Pick<SchemaPlace, "schema" | "document">): JsonSchema {
    const converted = this.#convert(schema, document);
    return isJsonObject(converted) ? converted : converted !== false;
  }

  /** Everything that the converted schemas reference, directly or indirectly, as `$defs`; empty when there is none. */
  definitions(): { readonly $defs?: { readonly [name: string]: JsonSchema } } {
    const definitions: [string, JsonSchema][] = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      definitions.push([next.name, this.convert(next.target)]);
    return definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) };
  }

  #convert(schema: unknown, document: SchemaDocument): unknown {
    if (!isJsonObject(schema)) return schema;
    const upgraded = upgradeKeywords(schema, ignoresSiblings(document));
    const entries = Object.entries(upgraded).flatMap(([keyword, value]): [string, unknown][] => {
      if (keyword !== "$ref")
        return [[keyword, mapSchemas(keyword, value, (inner) => this.#convert(inner, document))]];
      const pointer = typeof value === "string" ? this.#pointerTo(value, document) : undefined;
      return pointer === undefined ? [] : [[keyword, pointer]];
    });
    return Object.fromEntries(entries);
  }

  #pointerTo(reference: string, from: SchemaDocument): string | undefined {
    const target = resolveReference(reference, from, this.#documents);
    if ("kind" in target) return undefined;
    const key = placeKey(target);
    const shared = isOwn(from, target, this.#file) ? undefined : this.#shared.get(key);
    if (key === this.#root && shared === undefined) return "#";
    const known = `${shared === undefined ? "" : "shared "}${key}`;
    let name = this.#names.get(known);
    if (name === undefined) {
      name = shared?.name ?? uniqueName(target, this.#taken);
      this.#names.set(known, name);
      this.#waiting.push({ name, target });
    }
    return `#/$defs/${name}`;
  }
}

/** Whether the dialect of a document ignores the siblings of `$ref`. */
function ignoresSiblings({ source, root }: SchemaDocument): boolean {
  const dialect = valueAt(source.value, [...root, "$schema"]);
  return typeof dialect === "string" && /draft-0?[3-7]\b/.test(dialect);
}

function uniqueName({ document, path }: ResolvedReference, taken: Map<string, number>): string {
  const last = path.findLast((part) => typeof part === "string" && !schemaKeywords.has(part));
  const stem = (document.source.file.split("/").at(-1) ?? "").replace(/\..*$/, "");
  const base = String(last ?? stem).replaceAll(/[^A-Za-z0-9_]+/g, "_") || "schema";
  let name = base;
  let number = taken.get(base) ?? 2;
  for (; taken.has(name); number++) name = `${base}_${number}`;
  taken.set(base, number);
  taken.set(name, taken.get(name) ?? 2);
  return name;
}

/** Keywords about identity or code generation, and those that upgrading replaces; bundling drops them. */
const dropped: ReadonlySet<string> = new Set(
  (
    "$schema $id $anchor $async $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions tsType tsEnumNames " +
    "nullable additionalItems"
  ).split(" "),
);

/** Keywords to keep beside a `$ref` of older drafts, which ignore all siblings: annotations do not validate. */
const annotations =
  /^(\$ref|title|description|default|examples|deprecated|readOnly|writeOnly|\$comment|x-.*)$/;

/** Upgrades the keywords of one schema to 2020-12; subschemas stay unchanged. */
function upgradeKeywords(schema: JsonObject, isReferenceOnly: boolean): JsonObject {
  const upgraded: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || (keyword === "id" && typeof value === "string")) continue;
    if (isReferenceOnly && typeof schema["$ref"] === "string" && !annotations.test(keyword)) continue;
    if (keyword === "items" && Array.isArray(value)) {
      upgraded["prefixItems"] = value;
      if (schema["additionalItems"] !== undefined) upgraded["items"] = schema["additionalItems"];
    } else if (keyword !== "dependencies") upgraded[keyword] = value;
    else if (isJsonObject(value)) splitDependencies(value, upgraded);
  }
  if (schema["nullable"] === true) allowNull(upgraded);
  return upgraded;
}

function splitDependencies(dependencies: JsonObject, upgraded: Record<string, unknown>): void {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  if (names.length > 0) upgraded["dependentRequired"] = Object.fromEntries(names);
  if (schemas.length > 0) upgraded["dependentSchemas"] = Object.fromEntries(schemas);
}

function allowNull(schema: Record<string, unknown>): void {
  const { type, enum: values } = schema;
  if (typeof type === "string" && type !== "null") schema["type"] = [type, "null"];
  if (Array.isArray(type) && !type.includes("null")) schema["type"] = [...(type as unknown[]), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as unknown[]), null];
}

/**
 * The schema of a tool's parameters: an object, closed by default. Beside `allOf` and similar keywords it is closed with
 * `unevaluatedProperties`, because `additionalProperties` would reject their properties.
 */
export function closeRoot(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema === "boolean") return { type: "object", additionalProperties: schema };
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined)
    return { type: "object", ...schema };
  return namesPropertiesElsewhere(schema)
    ? { type: "object", ...schema, unevaluatedProperties: false }
    : { type: "object", additionalProperties: false, ...schema };
}

function namesPropertiesElsewhere(root: JsonSchemaObject): boolean {
  const own = root.properties ?? {};
  return [...sameValueSchemas(root, root)].some(({ properties }) =>
    Object.keys(properties ?? {}).some((name) => !Object.hasOwn(own, name)),
  );
}
