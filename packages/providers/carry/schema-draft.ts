import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { Codec } from "../codec/codec.js";
import type { LossEffect } from "../loss.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import type { Carried, CarryContext } from "./carry-context.js";

/** Keywords that mean nothing to a model; they are left out where the dialect does not know them. */
const silent = new Set([
  "$comment",
  "$schema",
  "$id",
  "$anchor",
  "$defs",
  "definitions",
  "title",
  "readOnly",
  "writeOnly",
]);

/** What simple patterns do without: lookaround, backreferences, word boundaries. */
const lookaround = /\(\?(?:[=!]|<[=!])|\\[1-9bBk]/;

/**
 * A schema while it is written in a provider's dialect. Every keyword of the original is taken, kept or lost; what
 * nobody handled is lost when the draft is finished, so that nothing disappears in silence.
 */
export class SchemaDraft {
  readonly node: JsonSchemaObject;
  readonly pointer: string;
  readonly sent: Record<string, unknown> = {};
  readonly #context: CarryContext;
  readonly #handled = new Set<string>();
  readonly #told: string[] = [];

  /** Starts a draft, with the type that is sent where it is known. */
  constructor(context: CarryContext, node: JsonSchemaObject, pointer: string, type?: JsonSchemaType) {
    this.#context = context;
    this.node = node;
    this.pointer = pointer;
    if (type === undefined) return;
    this.take("type");
    this.sent["type"] = type;
  }

  /** Reads a keyword; the caller answers for it from here on. */
  take<Keyword extends string>(keyword: Keyword): JsonSchemaObject[Keyword] {
    this.#handled.add(keyword);
    return this.node[keyword];
  }

  /** Sends keywords as they are where the dialect takes them. */
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
    this.#context.lose({ pointer: this.pointer, keyword, effect, told: text });
  }

  /** Loses whatever is left and writes the description. */
  finish(codec: Codec): Carried {
    this.keep("title", "default", "examples");
    this.#tellAnnotations();
    for (const keyword of Object.keys(this.node)) {
      if (this.#handled.has(keyword) || keyword === "description" || keyword.startsWith("x-")) continue;
      if (this.node[keyword] === undefined || silent.has(keyword) || isIdle(keyword, this.node)) continue;
      this.lose(keyword);
    }
    const { description } = this.node;
    if (this.#told.length > 0) this.sent["description"] = describe(description, this.#told);
    else if (description !== undefined) this.sent["description"] = description;
    return { sent: this.sent, codec };
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
    const { dialect } = this.#context;
    if (keyword === "format") {
      return dialect.formats === "any" || (typeof value === "string" && dialect.formats.has(value));
    }
    // Null as a default is dropped by SDKs on the way.
    if (!dialect.keywords.has(keyword) || (keyword === "default" && value === null)) return false;
    if (keyword === "pattern") {
      return dialect.patterns === "any" || (typeof value === "string" && !lookaround.test(value));
    }
    if (keyword === "minItems") {
      return dialect.highestMinItems === undefined || Number(value) <= dialect.highestMinItems;
    }
    return true;
  }
}

/** Keywords that constrain nothing in the form they stand here. */
function isIdle(keyword: string, node: JsonSchemaObject): boolean {
  const value = node[keyword];
  if (["minLength", "minItems", "minProperties"].includes(keyword)) return value === 0;
  if (keyword === "uniqueItems") return value === false;
  if (keyword === "required") return Array.isArray(value) && value.length === 0;
  return (keyword === "then" || keyword === "else") && node["if"] === undefined;
}

/** A description with additions in brackets behind it. */
export function describe(text: string | undefined, told: readonly string[]): string {
  const more = `(${told.join("; ")})`;
  return text === undefined || text === "" ? more : `${text} ${more}`;
}
