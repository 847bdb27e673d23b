import type { PatternTree } from "./pattern-tree.js";

/** Copies of a part that is repeated without limit, in a text of some length. */
const mostCopies = 256;

/** A number that the ways to match one text from one place never exceed; most patterns need no closer look. */
export function mostWays(tree: PatternTree): number {
  switch (tree.kind) {
    case "character":
    case "assertion":
      return 1;
    case "sequence":
      return tree.items.reduce((ways, item) => ways * mostWays(item), 1);
    case "choice":
      return tree.items.reduce((ways, item) => ways + mostWays(item), 0);
    case "repetition":
      return repeated(mostWays(tree.body), tree.least, Math.min(tree.most, tree.least + mostCopies));
    case "look":
      return 1 + mostWays(tree.body);
    case "again":
      return Infinity;
    default:
      return tree satisfies never;
  }
}

function repeated(ways: number, least: number, most: number): number {
  let [total, power] = [0, ways ** least];
  for (let copies = least; copies <= most && total < Infinity; copies++) {
    total += power;
    power *= ways;
  }
  return total;
}
