/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Random } from "../../generator/support/random.js";

const names = ["a", "b", "c", "d"];
const patterns = ["^a", "b", "^[cd]$", "."];
const numbers = [0, 1, 2, 3, -1, 0.5, 1.5, 2.25];
const texts = ["", "a", "b", "ab", "abc"];

/** Random schemas with few names, so that keywords affect each other, and with definitions that refer to each other. */
export class RandomSchemas {
  readonly #random: Random;
  /** References that may apply to the same value as the schema; none of them leads back to itself. */
  #definitions: readonly string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** A schema with definitions. */
  schema(): JsonSchema {
    const definitions: Record<string, JsonSchema> = {};
    this.#definitions = [];
    for (const name of ["x", "y"]) {
      definitions[name] = this.#schema(2);
      this.#definitions = [...this.#definitions, `#/$defs/${name}`];
    }
    const root = this.#schema(3);
    return typeof root === "boolean" ? root : { ...root, $defs: definitions };
  }

  /** A value to validate. */
  value(depth = 3): unknown {
    const kind = this.#below(depth > 0 ? 10 : 4);
    if (kind === 0) return this.#pick(numbers);
    if (kind === 1) return this.#pick(texts);
    if (kind === 2) return this.#pick([true, false]);
    if (kind === 3) return null;
    if (kind < 7) return this.#list(4, () => this.value(depth - 1));
    return Object.fromEntries(this.#list(4, () => [this.#pick(names), this.value(depth - 1)]));
  }

  #schema(depth: number): JsonSchema {
    if (this.#below(12) === 0) return this.#below(3) > 0;
    const keywords = this.#list(depth > 0 ? 3 : 1, () => this.#keyword(depth), 1);
    return Object.assign({}, ...keywords) as JsonSchemaObject;
  }

  #keyword(depth: number): object {
    const choices = depth > 0 ? [...this.#assertions, ...this.#applicators(depth - 1)] : this.#assertions;
    return this.#pick(choices)();
  }

  get #assertions(): (() => object)[] {
    return [
      () => ({ type: this.#pick(["object", "array", "string", "number", "integer", "boolean", "null"]) }),
      () => ({ type: ["object", this.#pick(["array", "string", "number"])] }),
      () => ({ const: this.value(1) }),
      () => ({ enum: this.#list(3, () => this.value(1), 1) }),
      // Other validators calculate in binary floating point, so use only numbers that it represents exactly.
      () => ({ multipleOf: this.#pick([0.25, 0.5, 1, 2]) }),
      () => ({ minimum: this.#pick(numbers) }),
      () => ({ maxLength: this.#below(3) }),
      () => ({ pattern: this.#pick(patterns) }),
      () => ({ required: this.#distinct(names) }),
      () => ({ dependentRequired: { [this.#pick(names)]: this.#distinct(names) } }),
      () => ({ uniqueItems: true }),
      () => ({ minItems: this.#below(4) }),
      () => ({ maxItems: this.#below(4) }),
      () => ({ minProperties: this.#below(3) }),
      () => ({ maxProperties: this.#below(4) }),
    ];
  }

  #applicators(depth: number): (() => object)[] {
    const one = (): JsonSchema => this.#schema(depth);
    const some = (): JsonSchema[] => this.#list(3, one, 1);
    const named = (keys: readonly string[]): object =>
      Object.fromEntries(this.#distinct(keys).map((key) => [key, one()]));
    const contains = (): object => ({
      contains: one(),
      ...(this.#below(2) === 0 && { minContains: this.#below(3) }),
      ...(this.#below(3) === 0 && { maxContains: this.#below(3) }),
    });
    // Listed twice below to be picked more often, because their meaning depends on other keywords.
    const unevaluated = [
      () => ({ unevaluatedProperties: this.#below(2) === 0 ? false : one() }),
      () => ({ unevaluatedItems: this.#below(2) === 0 ? false : one() }),
    ];
    return [
      ...unevaluated,
      ...unevaluated,
      () => ({ ...contains() }),
      () => ({ properties: named(names) }),
      () => ({ patternProperties: named(patterns) }),
      () => ({ additionalProperties: one() }),
      () => ({ propertyNames: one() }),
      () => ({ prefixItems: some() }),
      () => ({ items: one() }),
      () => ({ allOf: some() }),
      () => ({ anyOf: some() }),
      () => ({ oneOf: some() }),
      () => ({ not: one() }),
      () => ({
        if: one(),
        ...(this.#below(4) > 0 && { then: one() }),
        ...(this.#below(2) > 0 && { else: one() }),
      }),
      () => ({ dependentSchemas: named(names) }),
      () => this.#reference(),
    ];
  }

  #reference(): object {
    if (this.#definitions.length > 0 && this.#below(2) === 0) return { $ref: this.#pick(this.#definitions) };
    const target = { $ref: this.#pick(["#", "#/$defs/x", "#/$defs/y"]) };
    return this.#pick([
      { items: target },
      { properties: { a: target } },
      { additionalProperties: target },
      { prefixItems: [target, target] },
      { anyOf: [{ properties: { a: target } }, { items: target }] },
    ]);
  }

  #distinct(all: readonly string[]): string[] {
    return [...new Set(this.#list(3, () => this.#pick(all), 1))];
  }

  #list<Item>(most: number, make: () => Item, least = 0): Item[] {
    return Array.from({ length: least + this.#below(most - least + 1) }, make);
  }

  #pick<Item>(choices: readonly Item[]): Item {
    return this.#random.pick(choices);
  }

  #below(limit: number): number {
    return this.#random.integer(0, limit - 1);
  }
}
