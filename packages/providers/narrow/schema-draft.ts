import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { LossEffect } from "../written-schema.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { describe, phraseKeyword } from "../schema/phrase-keyword.js";
import { isAnnotation, keywordsOf } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";

/** Rejected in strict patterns: lookaround, backreferences, word boundaries. */
const unsupportedSyntax = /\(\?(?:[=!]|<[=!])|\\[1-9bBk]/;

/** One schema of the manifest while it is written in a provider's dialect. */
export class SchemaDraft {
  readonly narrowing: Narrowing;
  readonly dialect: SchemaDialect;
  readonly node: JsonSchemaObject;
  readonly pointer: string;
  readonly #phrases: string[] = [];

  constructor(narrowing: Narrowing, node: JsonSchemaObject, pointer: string) {
    this.narrowing = narrowing;
    this.dialect = narrowing.dialect;
    this.node = node;
    this.pointer = pointer;
  }

  /** Reports a lost or changed keyword and puts its meaning into the description. */
  lose(keyword: string, effect: LossEffect = "widened", note?: string): void {
    const text = note ?? phraseKeyword(keyword, this.node[keyword]);
    if (text !== "" && !this.#phrases.includes(text)) this.#phrases.push(text);
    this.narrowing.losses.push({ pointer: this.pointer, keyword, effect, note: text });
  }

  /** Rejects the schema. */
  reject(keyword: string, reason: string): JsonSchemaObject {
    return this.narrowing.reject(this.pointer, keyword, reason, this.node);
  }

  /**
   * Completes the sent schema with the description, and the bounds and annotations that the dialect accepts. Other
   * constraints, defaults, examples and deprecations that are not `handled` are reported as lost.
   */
  finish(sent: JsonSchemaObject, handled: readonly string[] = []): JsonSchemaObject {
    const { node } = this;
    const complete: Record<string, unknown> = { ...sent };
    const bounds = typeof sent.type === "string" ? keywordsOf[sent.type] : [];
    for (const keyword of [...bounds, "title", "default", "examples"]) {
      const value = node[keyword];
      if (value !== undefined && !(keyword in sent) && this.#accepts(keyword, value))
        complete[keyword] = value;
    }
    for (const keyword of new Set(["default", "examples", "deprecated", ...Object.keys(node)])) {
      const value = node[keyword];
      if (value === undefined || keyword in complete || handled.includes(keyword)) continue;
      if (keyword === "default" || keyword === "examples") this.lose(keyword, "annotation");
      else if (keyword === "deprecated" && value === true) this.#loseDeprecated();
      else if (!isAnnotation(keyword)) this.lose(keyword);
    }
    const { description } = node;
    if (this.#phrases.length > 0) complete["description"] = describe(description, this.#phrases);
    else if (description !== undefined) complete["description"] = description;
    return complete;
  }

  #loseDeprecated(): void {
    const instead = this.node["x-use-instead"];
    const note = typeof instead === "string" ? `deprecated: use ${instead} instead` : undefined;
    this.lose("deprecated", "annotation", note);
  }

  #accepts(keyword: string, value: unknown): boolean {
    const { formats, keywords, highestMinItems = Number.POSITIVE_INFINITY, lossy } = this.dialect;
    // SDKs drop a null default.
    if (keyword === "default" && value === null) return false;
    if (keyword === "format") return formats === "any" || formats.has(String(value));
    if (keyword === "minItems" && Number(value) > highestMinItems) return false;
    if (keyword === "pattern" && !lossy && unsupportedSyntax.test(String(value))) return false;
    return keywords.has(keyword);
  }
}
