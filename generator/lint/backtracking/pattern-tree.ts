/** A pattern without what does not change the number of ways to match: groups, names, lazy or greedy. */
export type PatternTree =
  /** One character: a literal, an escape, a class or the dot, as it is written. */
  | { readonly kind: "character"; readonly source: string }
  /** What takes no character: `^`, `$`, `\b`. */
  | { readonly kind: "assertion"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly items: readonly PatternTree[] }
  | { readonly kind: "repetition"; readonly body: PatternTree; readonly least: number; readonly most: number }
  /** `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`. */
  | { readonly kind: "look"; readonly body: PatternTree; readonly isBehind: boolean }
  /** A backreference; its group is known once the whole pattern is read. */
  | { readonly kind: "again"; readonly group: () => PatternTree | undefined };

/** Levels of nested groups that are read. */
const deepest = 60;

// Without the flag `u`, with which these take milliseconds to compile.
const character =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|u.{4}|x..|c.|[^])|[\ud800-\udbff][\udc00-\udfff]|[^*+?{}()|[\]]/y;
const opening = /\((?:\?(?:[:=!]|<[=!]|<(?<name>[^>]+)>))?/y;
const quantifier = /(?:[*+?]|\{(?<least>\d+)(?<open>,(?<most>\d*))?\})\??/y;
const assertion = /[$^]|\\[bB]/y;
const reference = /\\(?:(?<number>[1-9]\d*)|k<(?<name>[^>]+)>)/y;

/** Reads a pattern that is known to be valid with the flag `u`; undefined when it uses unknown syntax. */
export function readPattern(pattern: string): PatternTree | undefined {
  const reader = new PatternReader(pattern);
  const tree = reader.choice(0);
  return reader.isAtEnd ? tree : undefined;
}

class PatternReader {
  readonly #pattern: string;
  readonly #groups = new Map<string, PatternTree>();
  #position = 0;
  #opened = 0;

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
    if (this.#pattern.charAt(this.#position) === "(") return depth < deepest ? this.#group(depth) : undefined;
    const referred = this.#match(reference)?.groups;
    if (referred) {
      const name = referred["name"] ?? referred["number"] ?? "";
      return { kind: "again", group: () => this.#groups.get(name) };
    }
    const source = this.#match(character)?.[0];
    return source === undefined ? undefined : { kind: "character", source };
  }

  #group(depth: number): PatternTree | undefined {
    const found = this.#match(opening);
    const start = found?.[0] ?? "";
    const captures = start === "(" || found?.groups?.["name"] !== undefined;
    const number = captures ? ++this.#opened : 0;
    const body = this.choice(depth + 1);
    if (!this.#take(")")) return undefined;
    if (captures) {
      this.#groups.set(String(number), body);
      this.#groups.set(found?.groups?.["name"] ?? String(number), body);
    }
    return /[=!]$/.test(start) ? { kind: "look", body, isBehind: start.startsWith("(?<") } : body;
  }

  #repeated(body: PatternTree): PatternTree {
    const found = this.#match(quantifier);
    if (!found) return body;
    const { least, open, most } = found.groups ?? {};
    const mark = found[0].charAt(0);
    if (least === undefined) {
      return { kind: "repetition", body, least: mark === "+" ? 1 : 0, most: mark === "?" ? 1 : Infinity };
    }
    const end = open === undefined ? Number(least) : most ? Number(most) : Infinity;
    return { kind: "repetition", body, least: Number(least), most: end };
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
