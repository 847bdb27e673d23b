/** Engines hash the content of shorter strings only. */
const maxHashed = 8192;

/** Assigns equal JSON values the same number, in linear time. */
export class Identities {
  readonly #objects = new Map<object, number>();
  readonly #texts = new Map<string, number>();
  readonly #composites = new Map<string, number>();
  #count = 0;

  /** Scalars other than strings are their own key. */
  of(value: unknown): unknown {
    if (typeof value === "string") return `"${this.#text(value)}`;
    if (typeof value !== "object" || value === null) return value;
    const known = this.#objects.get(value);
    if (known !== undefined) return `#${known}`;
    const number = this.#number(
      this.#composites,
      Array.isArray(value) ? this.#list(value) : this.#map(value),
    );
    this.#objects.set(value, number);
    return `#${number}`;
  }

  #text(text: string): number {
    if (text.length <= maxHashed) return this.#number(this.#texts, text);
    let parts = "";
    for (let start = 0; start < text.length; start += maxHashed)
      parts += `${this.#number(this.#texts, text.slice(start, start + maxHashed))},`;
    return this.#number(this.#composites, parts);
  }

  #list(items: readonly unknown[]): string {
    let key = "[";
    for (const item of items) key += `${String(this.of(item))},`;
    return key;
  }

  #map(value: object): string {
    let key = "{";
    for (const name of Object.keys(value).toSorted())
      key += `${this.#text(name)}:${String(this.of(Reflect.get(value, name)))},`;
    return key;
  }

  #number(numbers: Map<string, number>, key: string): number {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, ++this.#count);
    return this.#count;
  }
}
