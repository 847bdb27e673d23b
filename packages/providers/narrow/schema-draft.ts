import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { LossEffect } from "../written-schema.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { describe, phraseKeyword } from "../schema/phrase-keyword.js";
import { isAnnotation } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";

/** Rejected in strict patterns: lookaround, backreferences, word boundaries. */
const lookaround = /\(\?(?:[=!]|<[=!])|\\[1-9bBk]/;

/**
 * One schema of the manifest while it is written in a provider's dialect. Every original keyword is taken, sent, kept
 * or lost; `finish` reports unhandled keywords as lost, so that none disappears silently.
 */
export class SchemaDraft {
  readonly narrowing: Narrowing;
  readonly dialect: SchemaDialect;
  readonly node: JsonSchemaObject;
  readonly pointer: string;
  readonly sent: Record<string, unknown> = {};
  readonly #handled = new Set<string>();
  readonly #phrases: string[] = [];

  constructor(narrowing: Narrowing, node: JsonSchemaObject, pointer: string) {
    this.narrowing = narrowing;
    this.dialect = narrowing.dialect;
    this.node = node;
    this.pointer = pointer;
  }

  /** Reads a keyword and marks it as handled. */
  take<Keyword extends string>(keyword: Keyword): JsonSchemaObject[Keyword] {
    this.#handled.add(keyword);
    return this.node[keyword];
  }

  /** Sends a keyword with another value. */
  send(keyword: string, value: unknown): void {
    this.#handled.add(keyword);
    this.sent[keyword] = value;
  }

  /** Sends keywords unchanged if the dialect accepts them. */
  keep(...keywords: readonly string[]): void {
    for (const keyword of keywords) {
      const value = this.node[keyword];
      if (value === undefined || this.#handled.has(keyword)) continue;
      if (this.#accepts(keyword, value)) this.send(keyword, value);
    }
  }

  /** Drops or changes a keyword and puts its meaning into the description. */
  lose(keyword: string, effect: LossEffect = "widened", told?: string): void {
    const text = told ?? phraseKeyword(keyword, this.node[keyword]);
    this.#handled.add(keyword);
    if (text !== "" && !this.#phrases.includes(text)) this.#phrases.push(text);
    this.narrowing.losses.push({ pointer: this.pointer, keyword, effect, told: text });
  }

  /** Rejects the schema. */
  reject(keyword: string, reason: string): JsonSchemaObject {
    return this.narrowing.reject(this.pointer, keyword, reason, this.node);
  }

  /** Loses all other keywords; writes the description. */
  finish(): JsonSchemaObject {
    this.keep("title", "default", "examples");
    for (const keyword of ["default", "examples"]) {
      if (this.node[keyword] !== undefined && !this.#handled.has(keyword)) this.lose(keyword, "annotation");
    }
    if (this.node["deprecated"] === true) {
      const instead = this.node["x-use-instead"];
      const told = typeof instead === "string" ? `deprecated: use ${instead} instead` : undefined;
      this.lose("deprecated", "annotation", told);
    }
    for (const keyword of Object.keys(this.node)) {
      if (!this.#handled.has(keyword) && !isAnnotation(keyword)) this.lose(keyword);
    }
    const { description } = this.node;
    if (this.#phrases.length > 0) this.sent["description"] = describe(description, this.#phrases);
    else if (description !== undefined) this.sent["description"] = description;
    return this.sent;
  }

  #accepts(keyword: string, value: unknown): boolean {
    const { formats, keywords, highestMinItems = Number.POSITIVE_INFINITY, total } = this.dialect;
    if (keyword === "format") return formats === "any" || formats.has(String(value));
    // SDKs drop a null default.
    if (!keywords.has(keyword) || (keyword === "default" && value === null)) return false;
    if (keyword === "minItems") return Number(value) <= highestMinItems;
    return keyword !== "pattern" || total || !lookaround.test(String(value));
  }
}
