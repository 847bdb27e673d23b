import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../../generator/json-schema/local-reference.js";
import { schemaList, schemaMap } from "../../../generator/json-schema/schema-values.js";
import type { Random } from "./random.js";

const deepest = 5;

/** Generates values that are likely to satisfy a schema; callers must validate them. */
export class SchemaSampler {
  readonly #root: JsonSchemaObject;
  readonly #random: Random;

  constructor(root: JsonSchemaObject, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  sample(schema: JsonSchema = this.#root, depth = 0): unknown {
    if (typeof schema !== "object") return this.#random.pick([1, "a", null, true, {}, []]);
    const merged = this.#merge(schema, 0);
    if (merged.const !== undefined) return structuredClone(merged.const);
    if (Array.isArray(merged.enum)) return structuredClone(this.#random.pick(merged.enum));
    const types = merged.type === undefined ? this.#likelyTypes(merged) : [merged.type].flat();
    switch (this.#random.pick(types)) {
      case "object":
        return this.#object(merged, depth);
      case "array":
        return this.#array(merged, depth);
      case "string":
        return this.#string(merged);
      case "integer":
        return Math.round(this.#number(merged));
      case "number":
        return this.#number(merged);
      case "boolean":
        return this.#random.chance(0.5);
      case "null":
      case undefined:
      default:
        return null;
    }
  }

  #likelyTypes(schema: JsonSchemaObject): string[] {
    if ("properties" in schema || "additionalProperties" in schema || "required" in schema) return ["object"];
    if ("patternProperties" in schema) return ["object"];
    if ("items" in schema || "prefixItems" in schema) return ["array"];
    if ("minimum" in schema || "maximum" in schema) return ["number"];
    if ("pattern" in schema || "minLength" in schema || "format" in schema) return ["string"];
    return ["string", "integer", "boolean", "null", "object", "array"];
  }

  /** Follows references and picks alternatives until only plain keywords are left. */
  #merge(schema: JsonSchemaObject, steps: number): JsonSchemaObject {
    if (steps > 20) return {};
    const parts: JsonSchema[] = [];
    if (typeof schema["$ref"] === "string") parts.push(localReference(this.#root, schema["$ref"]) ?? {});
    parts.push(...schemaList(schema["allOf"]));
    for (const key of ["anyOf", "oneOf"]) {
      const members = schemaList(schema[key]);
      if (members.length > 0) parts.push(this.#random.pick(members));
    }
    if (this.#random.chance(0.5) && typeof schema["then"] === "object")
      parts.push(schema["then"] as JsonSchema);
    const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...plain } = schema;
    const merged: Record<string, unknown> = plain;
    for (const part of parts) {
      if (typeof part !== "object") continue;
      const { properties, required, ...other } = this.#merge(part, steps + 1);
      const known = { properties: merged["properties"] as object, required: merged["required"] as string[] };
      Object.assign(merged, other);
      if (properties) merged["properties"] = Object.assign({}, known.properties, properties);
      if (required) merged["required"] = [known.required ?? [], required].flat();
    }
    return merged;
  }

  #object(schema: JsonSchemaObject, depth: number): object {
    const required = new Set<string>(schema.required ?? []);
    const result: Record<string, unknown> = {};
    for (const [name, property] of schemaMap(schema.properties)) {
      const wanted = required.has(name) || (depth < deepest && this.#random.chance(0.5));
      if (wanted) result[name] = this.sample(property, depth + 1);
    }
    const { additionalProperties } = schema;
    for (const name of required) {
      if (name in result) continue;
      result[name] = this.sample(
        typeof additionalProperties === "object" ? additionalProperties : {},
        depth + 1,
      );
    }
    if (typeof additionalProperties === "object" && depth < deepest) {
      for (let count = this.#random.integer(0, 2); count > 0; count--) {
        result[`key${count}`] = this.sample(additionalProperties, depth + 1);
      }
    }
    for (const [pattern, property] of schemaMap(schema["patternProperties"])) {
      const name = ["a", "1", "x-a", "_a", "a/b", "a.b"].find((candidate) =>
        new RegExp(pattern, "u").test(candidate),
      );
      if (name !== undefined && this.#random.chance(0.6) && depth < deepest) {
        result[name] = this.sample(property, depth + 1);
      }
    }
    return result;
  }

  #array(schema: JsonSchemaObject, depth: number): unknown[] {
    const listed = schemaList("prefixItems" in schema ? schema["prefixItems"] : schema.items);
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
    const most =
      typeof schema["maxItems"] === "number" ? schema["maxItems"] : Math.max(least, listed.length, 2);
    const wanted = depth >= deepest ? least : this.#random.integer(least, Math.min(most, least + 3));
    const items = Array.isArray(schema.items) ? (schema["additionalItems"] as JsonSchema) : schema.items;
    const length = items === false ? Math.min(wanted, listed.length) : wanted;
    return Array.from({ length }, (_, position) => this.sample(listed[position] ?? items ?? {}, depth + 1));
  }

  #string(schema: JsonSchemaObject): string {
    const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
    const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : Math.max(least, 12);
    const formatted = formats[String(schema["format"])];
    if (formatted !== undefined) return formatted;
    const { pattern } = schema;
    if (typeof pattern === "string") {
      const found = likelyTexts.find((text) => new RegExp(pattern, "u").test(text));
      if (found !== undefined) return found;
    }
    const length = this.#random.integer(least, Math.min(most, least + 8));
    return Array.from({ length }, () => this.#random.pick(letters))
      .join("")
      .slice(0, most);
  }

  #number(schema: JsonSchemaObject): number {
    const bound = (key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);
    const least =
      bound("minimum") ??
      (bound("exclusiveMinimum") ?? -50) + (bound("exclusiveMinimum") === undefined ? 0 : 1);
    const most =
      bound("maximum") ??
      (bound("exclusiveMaximum") ?? least + 100) - (bound("exclusiveMaximum") === undefined ? 0 : 1);
    const step = bound("multipleOf");
    const value = least + this.#random.next() * (most - least);
    return step === undefined ? Math.round(value * 4) / 4 : Math.ceil(value / step) * step;
  }
}

const letters = ["a", "b", "c", "x", "y", "z", " ", "0", "1", "9", "-", "_", "/", ".", "é", "😀"];

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  email: "a@example.com",
  uri: "https://example.com/a",
  "uri-reference": "/a",
  url: "https://example.com/a",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  hostname: "example.com",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  regex: "^a$",
};

const likelyTexts = [
  "a",
  "abc",
  "ABC",
  "1",
  "123",
  "0",
  "1.2.3",
  "2026-01-02",
  "03:04",
  "a-b",
  "a_b",
  "a/b",
  "a@b.co",
  "#ffffff",
  "1.0",
  "https://example.com",
  "/a/b",
  "+15551234567",
  "12345",
  "AB",
  "USD",
  "node",
  "owner/repo",
  "a.b.c",
  "$a",
  "@a/b",
  "${{ a }}",
  "0x1f",
  "2026-01-02T03:04:05Z",
  "12:00 PM",
  "January",
  "100%",
  "en-US",
  "1d",
  "10s",
  "docker",
  "./a",
  "*",
];
