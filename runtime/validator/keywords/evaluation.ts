import type { Code, KeywordCxt, Name } from "ajv";
import type { CodeGen } from "ajv/dist/compile/codegen/index.js";
import { type AjvParts, helper } from "./ajv-parts.js";

/**
 * Tracks, while Ajv generates code, which variable collects the evaluated parts of a value. Ajv's own tracking misses
 * items that `contains` matches, and some of alternatives and conditions.
 */
export class Evaluation {
  readonly #parts: AjvParts;
  /** For each generated function, the stack of collecting variables of each value, the current one last. */
  readonly #collectors = new WeakMap<CodeGen, Map<Name, Code[]>>();

  constructor(parts: AjvParts) {
    this.#parts = parts;
  }

  /** The collecting variable of the current value; undefined if not needed. */
  collectorOf(cxt: KeywordCxt): Code | undefined {
    const { _ } = this.#parts.codegen;
    const known = this.#stackOf(cxt).at(-1);
    // A function's schema may be part of another that collects.
    if (known !== undefined || cxt.data !== cxt.it.dataNames[0]) return known;
    return _`${helper(cxt, this.#parts, "evaluatedOf")}(this)`;
  }

  /** Collects for the current value in a new variable during `write`. */
  apart(cxt: KeywordCxt, write: () => void): Code {
    const collector = this.begin(cxt);
    write();
    this.end(cxt);
    return collector;
  }

  /** Collects for the current value in a new variable from here on. */
  begin(cxt: KeywordCxt): Code {
    const { _ } = this.#parts.codegen;
    const collector = cxt.gen.const("evaluated", _`new ${helper(cxt, this.#parts, "Evaluated")}()`);
    this.#stackOf(cxt).push(collector);
    return collector;
  }

  end(cxt: KeywordCxt): void {
    this.#stackOf(cxt).pop();
  }

  #stackOf({ gen, data }: KeywordCxt): Code[] {
    const collectors = this.#collectors.get(gen) ?? new Map<Name, Code[]>();
    this.#collectors.set(gen, collectors);
    const stack = collectors.get(data) ?? [];
    collectors.set(data, stack);
    return stack;
  }
}
