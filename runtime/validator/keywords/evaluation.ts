import type { Code, KeywordCxt, Name } from "ajv";
import type { CodeGen } from "ajv/dist/compile/codegen/index.js";
import { type AjvParts, helper } from "./ajv-parts.js";

/**
 * Knows, while Ajv writes code, which variable collects what schemas evaluate of a value. Ajv's own account leaves out
 * items that `contains` finds, and some of what alternatives and conditions evaluate.
 */
export class Evaluation {
  readonly #parts: AjvParts;
  /** For each function that is being written, the variable that collects for each of its values. */
  readonly #collectors = new WeakMap<CodeGen, Map<Name, Code>>();

  constructor(parts: AjvParts) {
    this.#parts = parts;
  }

  /** What collects for the current value; undefined when no schema asks for it. */
  collectorOf(cxt: KeywordCxt): Code | undefined {
    const { gen, data, it } = cxt;
    const { _ } = this.#parts.codegen;
    const known = this.#collectors.get(gen)?.get(data);
    if (known !== undefined) return known;
    // The schema of a function may be part of another that collects.
    const isWhole = data === it.dataNames[0];
    return isWhole ? _`${helper(cxt, this.#parts, "evaluatedOf")}(this)` : undefined;
  }

  /** Collects for the current value in a new variable while code is written. */
  apart(cxt: KeywordCxt, write: () => void): Code {
    const inner = this.begin(cxt);
    write();
    this.end(cxt, inner.outer);
    return inner.collector;
  }

  /** Collects for the current value in a new variable from here on. */
  begin(cxt: KeywordCxt): { readonly collector: Code; readonly outer: Code | undefined } {
    const { gen, data } = cxt;
    const { _ } = this.#parts.codegen;
    const collectors = this.#collectors.get(gen) ?? new Map<Name, Code>();
    this.#collectors.set(gen, collectors);
    const outer = collectors.get(data);
    const collector = gen.const("evaluated", _`new ${helper(cxt, this.#parts, "Evaluated")}()`);
    collectors.set(data, collector);
    return { collector, outer };
  }

  /** Collects for the current value where it was done before. */
  end({ gen, data }: KeywordCxt, outer: Code | undefined): void {
    const collectors = this.#collectors.get(gen);
    if (outer === undefined) collectors?.delete(data);
    else collectors?.set(data, outer);
  }
}
