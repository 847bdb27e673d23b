import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { LossEffect } from "../written-schema.js";
import { describe, phraseKeyword } from "../schema/phrase-keyword.js";
import { isAnnotation } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";

/** Rejected in strict patterns: lookaround, backreferences, word boundaries. */
const lookaround = /\(\?(?:[=!]|<[=!])|\\[1-9bBk]/;

/**
 * Builds a schema in a provider's dialect. Every original keyword is taken, kept or lost; `finish` reports
 * unhandled keywords as lost, so that none disappears silently.
 */
export class SchemaDraft {
  readonly node: JsonSchemaObject;
  readonly pointer: string;
  readonly sent: Record<string, unknown> = {};
  readonly #narrowing: Narrowing;
  readonly #handled = new Set<string>();
  readonly #told: string[] = [];

  /** Starts a draft, with the sent type if it is known. */
  constructor(narrowing: Narrowing, node: JsonSchemaObject, pointer: string, type?: JsonSchemaType) {
    this.#narrowing = narrowing;
    this.node = node;
    this.pointer = pointer;
    if (type === undefined) return;
    this.take("type");
    this.sent["type"] = type;
  }

  /** Reads a keyword and marks it as handled. */
  take<Keyword extends string>(keyword: Keyword): JsonSchemaObject[Keyword] {
    this.#handled.add(keyword);
    return this.node[keyword];
  }

  /** Sends keywords unchanged if the dialect accepts them. */
  keep(...keywords: readonly string[]): void {
    for (const keyword of keywords) {
      if (this.node[keyword] === undefined || this.#handled.has(keyword)) continue;
      if (this.#accepts(keyword, this.node[keyword])) this.sent[keyword] = this.take(keyword);
    }
  }

  /** Drops a keyword and puts its meaning into the description. */
  lose(keyword: string, effect: LossEffect = "widened", told?: string): void {
    const text = told ?? phraseKeyword(keyword, this.node[keyword]);
    this.#handled.add(keyword);
    if (!this.#told.includes(text)) this.#told.push(text);
    this.#narrowing.losses.push({ pointer: this.pointer, keyword, effect, told: text });
  }

  /** Loses all other keywords; writes the description. */
  finish(): JsonSchemaObject {
    this.keep("title", "default", "examples");
    this.#tellAnnotations();
    for (const keyword of Object.keys(this.node)) {
      if (!this.#handled.has(keyword) && !isAnnotation(keyword)) this.lose(keyword);
    }
    const { description } = this.node;
    if (this.#told.length > 0) this.sent["description"] = describe(description, this.#told);
    else if (description !== undefined) this.sent["description"] = description;
    return this.sent;
  }

  #tellAnnotations(): void {
    for (const keyword of ["default", "examples"]) {
      if (this.node[keyword] !== undefined && !this.#handled.has(keyword)) this.lose(keyword, "annotation");
    }
    if (this.node["deprecated"] === true) {
      const instead = this.node["x-use-instead"];
      const told = typeof instead === "string" ? `deprecated: use ${instead} instead` : undefined;
      this.lose("deprecated", "annotation", told);
    } else this.#handled.add("deprecated");
  }

  #accepts(keyword: string, value: unknown): boolean {
    const { dialect } = this.#narrowing;
    if (keyword === "format") {
      return dialect.formats === "any" || (typeof value === "string" && dialect.formats.has(value));
    }
    // SDKs drop a null default.
    if (!dialect.keywords.has(keyword) || (keyword === "default" && value === null)) return false;
    if (keyword === "minItems") return Number(value) <= (dialect.highestMinItems ?? Number.POSITIVE_INFINITY);
    return keyword !== "pattern" || dialect.total || !lookaround.test(String(value));
  }
}
