/** A pattern of the tests' own grammar. */
export type Node =
  | { readonly kind: "set"; readonly source: string; readonly letters: string }
  | { readonly kind: "assertion"; readonly source: "^" | "$" | "\\b" }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly items: readonly Node[] }
  | { readonly kind: "group"; readonly body: Node; readonly number: number }
  | { readonly kind: "again"; readonly number: number }
  | { readonly kind: "look"; readonly body: Node; readonly isBehind: boolean; readonly isNegative: boolean }
  | {
      readonly kind: "repeat";
      readonly body: Node;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    };

export const alphabet = "abc-\n";

const sets: readonly (readonly [source: string, letters: string])[] = [
  ["a", "a"],
  ["b", "b"],
  ["-", "-"],
  ["[ab]", "ab"],
  ["[^a]", "bc-\n"],
  ["\\w", "abc"],
  [".", "abc-"],
];
const quantifiers: readonly (readonly [least: number, most: number])[] = [
  [0, Infinity],
  [0, Infinity],
  [1, Infinity],
  [1, Infinity],
  [0, 1],
  [0, 1],
  [2, 2],
  [0, 3],
  [1, 4],
  [2, Infinity],
  [6, 6],
  [0, 12],
];

/** A random pattern of some size. */
export function randomPattern(random: () => number): Node {
  let groups = 0;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const set = (): Node => {
    const [source, letters] = pick(sets);
    return { kind: "set", source, letters };
  };
  const make = (size: number): Node => {
    const chance = random();
    if (size <= 1) {
      if (chance < 0.04) return { kind: "assertion", source: pick(["^", "$", "\\b"]) };
      if (chance < 0.07 && groups > 0) return { kind: "again", number: 1 + Math.floor(random() * groups) };
      return set();
    }
    if (chance < 0.4) {
      const left = 1 + Math.floor(random() * (size - 1));
      return { kind: "sequence", items: [make(left), make(size - left)] };
    }
    if (chance < 0.55) {
      const left = Math.floor(random() * size);
      const empty: Node = { kind: "sequence", items: [] };
      return { kind: "choice", items: [left === 0 ? empty : make(left), make(Math.max(1, size - left))] };
    }
    if (chance < 0.62) {
      const [isBehind, isNegative] = [random() < 0.4, random() < 0.5];
      return { kind: "look", body: make(Math.min(3, size - 1)), isBehind, isNegative };
    }
    if (chance < 0.68) {
      const number = ++groups;
      return { kind: "group", body: make(size - 1), number };
    }
    const [least, most] = pick(quantifiers);
    return { kind: "repeat", body: make(size - 1), least, most, isLazy: random() < 0.15 };
  };
  const body = make(2 + Math.floor(random() * 8));
  const [start, end] = [random() < 0.6, random() < 0.6];
  return {
    kind: "sequence",
    items: [
      ...(start ? [{ kind: "assertion", source: "^" } as const] : []),
      body,
      ...(end ? [{ kind: "assertion", source: "$" } as const] : []),
    ],
  };
}

/** A text that leads deep into a pattern, mostly of one letter. */
export function randomText(pattern: Node, random: () => number): string {
  const favourite = alphabet.charAt(Math.floor(random() * alphabet.length));
  const make = (node: Node): string => {
    switch (node.kind) {
      case "set":
        if (node.letters.includes(favourite) && random() < 0.9) return favourite;
        return node.letters.charAt(Math.floor(random() * node.letters.length));
      case "sequence":
        return node.items.map(make).join("");
      case "choice": {
        const item = node.items[Math.floor(random() * node.items.length)];
        return item === undefined ? "" : make(item);
      }
      case "group":
        return make(node.body);
      case "repeat": {
        const more = Math.floor(random() ** 2 * Math.min(24, node.most - node.least + 1));
        return Array.from({ length: node.least + more }, () => make(node.body)).join("");
      }
      case "assertion":
      case "again":
      case "look":
        return "";
      default:
        return node satisfies never;
    }
  };
  return make(pattern);
}

/** A pattern as it is written. */
export function write(node: Node): string {
  switch (node.kind) {
    case "set":
    case "assertion":
      return node.source;
    case "sequence":
      return node.items.map((item) => (item.kind === "choice" ? `(?:${write(item)})` : write(item))).join("");
    case "choice":
      return node.items.map(write).join("|");
    case "group":
      return `(${write(node.body)})`;
    case "again":
      return `(?:\\${node.number})`;
    case "look":
      return `(?${node.isBehind ? "<" : ""}${node.isNegative ? "!" : "="}${write(node.body)})`;
    case "repeat": {
      const { least, most, isLazy } = node;
      const counts = most === Infinity ? `{${least},}` : `{${least},${most}}`;
      return `(?:${write(node.body)})${counts}${isLazy ? "?" : ""}`;
    }
    default:
      return node satisfies never;
  }
}
