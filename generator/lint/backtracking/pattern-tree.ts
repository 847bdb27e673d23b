/** A parsed pattern, without groups, names and laziness: they do not change the number of ways to match. */
export type PatternTree =
  /** One character: a literal, an escape, a class or the dot, as it is written. */
  | { readonly kind: "character"; readonly source: string }
  /** Zero-width: `^`, `$`, `\b`. */
  | { readonly kind: "assertion"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly items: readonly PatternTree[] }
  | { readonly kind: "repetition"; readonly body: PatternTree; readonly min: number; readonly max: number }
  /** `(?=…)` and `(?!…)`. */
  | { readonly kind: "look"; readonly body: PatternTree };

const maxDepth = 60;

// No `u` flag: with it, these take milliseconds to compile.
const character =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|u.{4}|x..|c.|[^1-9k])|[\ud800-\udbff][\udc00-\udfff]|[^*+?{}()|[\]\\]/y;
const opening = /\((?:\?(?:[:=!]|<[^=!>][^>]*>))?/y;
const quantifier = /(?:[*+?]|\{(?<min>\d+)(?<open>,(?<max>\d*))?\})\??/y;
const assertion = /[$^]|\\[bB]/y;

/** Reads a pattern that is valid with the flag `u`; undefined when it has a lookbehind, a backreference or unknown syntax. */
export function readPattern(pattern: string): PatternTree | undefined {
  const reader = new PatternReader(pattern);
  const tree = reader.choice(0);
  return reader.isAtEnd ? tree : undefined;
}

class PatternReader {
  readonly #pattern: string;
  #position = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#pattern.length;
  }

  choice(depth: number): PatternTree {
    const items = [this.#sequence(depth)];
    while (this.#take("|")) items.push(this.#sequence(depth));
    return items.length === 1 && items[0] ? items[0] : { kind: "choice", items };
  }

  #sequence(depth: number): PatternTree {
    const items: PatternTree[] = [];
    while (!this.isAtEnd && !"|)".includes(this.#pattern.charAt(this.#position))) {
      const item = this.#item(depth);
      if (item === undefined) break;
      items.push(this.#repeated(item));
    }
    return { kind: "sequence", items };
  }

  #item(depth: number): PatternTree | undefined {
    const asserted = this.#match(assertion);
    if (asserted) return { kind: "assertion", source: asserted[0] };
    if (this.#pattern[this.#position] === "(") return depth < maxDepth ? this.#group(depth) : undefined;
    const source = this.#match(character)?.[0];
    return source === undefined ? undefined : { kind: "character", source };
  }

  #group(depth: number): PatternTree | undefined {
    const start = this.#match(opening)?.[0] ?? "";
    const body = this.choice(depth + 1);
    if (!this.#take(")")) return undefined;
    return /[=!]$/.test(start) ? { kind: "look", body } : body;
  }

  #repeated(body: PatternTree): PatternTree {
    const found = this.#match(quantifier);
    if (!found) return body;
    const { min, open, max } = found.groups ?? {};
    const mark = found[0].charAt(0);
    if (min === undefined) {
      return { kind: "repetition", body, min: mark === "+" ? 1 : 0, max: mark === "?" ? 1 : Infinity };
    }
    const end = open === undefined ? Number(min) : max ? Number(max) : Infinity;
    return { kind: "repetition", body, min: Number(min), max: end };
  }

  #take(text: string): boolean {
    const isThere = this.#pattern.startsWith(text, this.#position);
    if (isThere) this.#position += text.length;
    return isThere;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#position;
    const found = expression.exec(this.#pattern);
    if (found) this.#position = expression.lastIndex;
    return found ?? undefined;
  }
}
