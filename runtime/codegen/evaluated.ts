/** The evaluated properties or items of one value, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  #all = false;
  readonly #keys = new Set<string | number>();

  has(key: string | number): boolean {
    return this.#all || this.#keys.has(key);
  }

  add(key: string | number): void {
    this.#keys.add(key);
  }

  addNames(names: readonly string[]): void {
    for (const name of names) this.#keys.add(name);
  }

  /** Adds the first items of an array. */
  addFirst(count: number): void {
    for (let index = 0; index < count; index++) this.#keys.add(index);
  }

  addAll(): void {
    this.#all = true;
  }

  merge(other: Evaluated): void {
    if (other.#all) this.#all = true;
    if (this.#all) return;
    for (const key of other.#keys) this.#keys.add(key);
  }
}
