import { link, reachable, type Links } from "../json-schema/reachable.js";
import { referencedSchema, type SchemaDocuments } from "../json-schema/reference.js";
import { describesValues } from "../json-schema/schema-extensions.js";
import { subschemas, type SchemaNode } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import type { SchemaView, ViewedSchema } from "./manifest-view.js";

/** The keywords of ours that speak of values, at whatever depth these lie. */
const valueKeywords = ["x-path", "x-sensitive"] as const;
export type ValueKeyword = (typeof valueKeywords)[number];

/** Finds the schemas that lead to keywords of ours, through what they hold and what they point at. */
export class KeywordReach {
  readonly #targets = new Map<JsonObject, JsonObject>();
  readonly #telling: Readonly<Record<ValueKeyword, ReadonlySet<JsonObject>>>;
  readonly #circles: ReadonlySet<JsonObject>;

  constructor(views: readonly SchemaView[], documents: SchemaDocuments) {
    const schemas = views.filter(canLead).flatMap((view) => view.schemas.filter(describesParameters));
    const after = new Map<JsonObject, JsonObject[]>();
    const before = new Map<JsonObject, JsonObject[]>();
    for (const { schema, document } of schemas) {
      const target = referencedSchema(schema, document, documents)?.schema;
      const next = subschemas(schema)
        .filter(({ keyword }) => describesValues(keyword))
        .map((inner) => inner.schema)
        .filter(isJsonObject);
      if (isJsonObject(target)) {
        this.#targets.set(schema, target);
        next.push(target);
      }
      for (const other of next) {
        link(after, schema, other);
        link(before, other, schema);
      }
    }
    const telling = (keyword: ValueKeyword): Set<JsonObject> =>
      reachable(
        schemas.map(({ schema }) => schema).filter((schema) => schema[keyword] !== undefined),
        before,
      );
    this.#telling = { "x-path": telling("x-path"), "x-sensitive": telling("x-sensitive") };
    const all = new Set([...this.#telling["x-path"], ...this.#telling["x-sensitive"]]);
    this.#circles = withoutEnds(withoutEnds(all, before, after), after, before);
  }

  /** The keywords that what a schema points at has, or leads to. */
  *pointedAt(schema: JsonObject): Iterable<ValueKeyword> {
    const target = this.#targets.get(schema);
    if (target === undefined) return;
    for (const keyword of valueKeywords) if (this.#telling[keyword].has(target)) yield keyword;
  }

  /** Whether a schema stands inside one that contains itself, so that what it says holds at every depth. */
  isInCircle(node: SchemaNode): boolean {
    return holders(node).some(({ schema }) => this.#circles.has(schema));
  }

  /** Whether a schema points at one that stands inside the same or another circle, and is reported there. */
  pointsIntoCircle(schema: JsonObject): boolean {
    const target = this.#targets.get(schema);
    return target !== undefined && this.#circles.has(target);
  }
}

/** A schema and those that hold it, innermost first, as far as they speak of the same parameter: definitions stand alone. */
export function holders(node: SchemaNode): SchemaNode[] {
  const found = [node];
  for (let current = node; current.parent !== undefined && !isDefinition(current); current = current.parent)
    found.push(current.parent);
  return found;
}

/** Whether a schema is a definition, which says something only where it is pointed at. */
export function isDefinition({ keyword }: SchemaNode): boolean {
  return keyword === "$defs" || keyword === "definitions";
}

/** Most manifests point at nothing, and nothing points at them: there is nothing to follow. */
function canLead({ schemas }: SchemaView): boolean {
  return schemas.some(({ role, schema }) => role === "shared" || schema["$ref"] !== undefined);
}

function describesParameters({ role }: ViewedSchema): boolean {
  return role === "parameters" || role === "shared";
}

/** What is left when those that nothing comes before are taken away, again and again. */
function withoutEnds(
  schemas: ReadonlySet<JsonObject>,
  before: Links<JsonObject>,
  after: Links<JsonObject>,
): Set<JsonObject> {
  const left = new Set(schemas);
  const counts = new Map<JsonObject, number>();
  const waiting: JsonObject[] = [];
  for (const schema of schemas) {
    const count = (before.get(schema) ?? []).filter((other) => schemas.has(other)).length;
    counts.set(schema, count);
    if (count === 0) waiting.push(schema);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    left.delete(next);
    for (const other of after.get(next) ?? []) {
      if (!left.has(other)) continue;
      const count = (counts.get(other) ?? 0) - 1;
      counts.set(other, count);
      if (count === 0) waiting.push(other);
    }
  }
  return left;
}
