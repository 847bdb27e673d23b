import { referencedSchema, type SchemaDocuments } from "../json-schema/reference.js";
import type { SchemaNode } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import type { SchemaView } from "./manifest-view.js";

/** Keywords that apply a schema to any number of values. */
const repeating: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "patternProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

/** Finds schemas that can apply to any number of values of one input: in lists, maps and recursive schemas. */
export class RepeatedSchemas {
  readonly #references = new Map<JsonObject, SchemaNode[]>();
  readonly #known = new Map<JsonObject, boolean>();

  constructor(views: readonly SchemaView[], documents: SchemaDocuments) {
    for (const node of views.flatMap(({ schemas }) => schemas)) {
      const target = referencedSchema(node.schema, node.document, documents)?.schema;
      if (isJsonObject(target)) this.#references.set(target, [...(this.#references.get(target) ?? []), node]);
    }
  }

  has(node: SchemaNode): boolean {
    const known = this.#known.get(node.schema);
    if (known !== undefined) return known;
    // Visiting it again means a cycle.
    this.#known.set(node.schema, true);
    const isRepeated =
      this.#isInsideRepeated(node) ||
      (this.#references.get(node.schema) ?? []).some((from) => this.has(from));
    this.#known.set(node.schema, isRepeated);
    return isRepeated;
  }

  #isInsideRepeated({ parent, keyword = "", name }: SchemaNode): boolean {
    if (repeating.has(keyword) && typeof name !== "number") return true;
    return parent !== undefined && keyword !== "$defs" && keyword !== "definitions" && this.has(parent);
  }
}
