import { isDeterministic, movesOf, type LetterMoves } from "./letter-moves.js";
import { mostWays } from "./most-ways.js";
import { automatonOf, type PatternAutomaton } from "./pattern-automaton.js";
import { readPattern, type PatternTree } from "./pattern-tree.js";
import { worstText } from "./worst-text.js";

/**
 * What trying again costs a pattern: `little` is proved, `excessive` was found; `bearable` is what no text was found
 * against, and `unknown` what could not be looked at.
 */
export type Backtracking = "little" | "bearable" | "excessive" | "unknown";

/** Attempts on a text of some hundred letters that are too many. */
const mostWork = 2_000_000;
/** Attempts from which on it matters how fast they grow. */
const noticeableWork = 2000;
/** What doubling a text does to work that grows faster than with the third power of its length. */
const fastGrowth = 12;
/** Ways to match from one place that are few, wherever a text lets them begin: one free repetition leaves them so. */
const fewWays = 10_000;
/** Copies of a repeated part that are told apart; more of them only when the pattern stays small. */
const copies = [64, 24];

/** Whether a valid pattern obviously has few ways to match. */
export function hasFewWays(pattern: string): boolean {
  const tree = readPattern(pattern);
  return tree !== undefined && mostWays(tree) <= fewWays;
}

/** Judges a valid pattern by counting the ways to match texts, with counted and optional parts written out. */
export function judgeBacktracking(pattern: string): Backtracking {
  const tree = readPattern(pattern);
  if (tree === undefined) return "unknown";
  const isGuarded = isAt(tree, "$", -1);
  const judged = isGuarded ? tree : withoutTail(tree);
  for (const most of copies) {
    const automaton = automatonOf(judged, most);
    if (automaton === undefined) continue;
    if (automaton.mostEmpty > mostWork) return "excessive";
    const moves = movesOf(automaton);
    if (isExact(pattern) && automaton.mostEmpty === 1 && isDeterministic(moves)) return "little";
    const found = worstText(moves, {
      isAnchored: isAt(tree, "^", 0),
      canFail: (counts) => !isGuarded || canFail(automaton, moves, counts),
      mostWork,
    });
    if (found === undefined) continue;
    const grows = found.full > noticeableWork && found.half > 0 && found.full > found.half * fastGrowth;
    return grows || found.full > mostWork ? "excessive" : "bearable";
  }
  return "unknown";
}

/** Whether the automaton does all that the pattern does, and its letters stand for all characters. */
function isExact(pattern: string): boolean {
  return !/\\[pPk1-9]|\(\?<?[=!]/.test(pattern);
}

/** Whether all of a pattern begins (0) or ends (-1) with an assertion. */
function isAt(tree: PatternTree, source: string, index: 0 | -1): boolean {
  if (tree.kind === "assertion") return tree.source === source;
  if (tree.kind === "choice") return tree.items.every((item) => isAt(item, source, index));
  const item = tree.kind === "sequence" ? tree.items.at(index) : undefined;
  return item !== undefined && isAt(item, source, index);
}

/** A repetition at the end of a match ends with the first copy that is not there: one more is tried at most. */
function withoutTail(tree: PatternTree): PatternTree {
  if (tree.kind === "choice") return { ...tree, items: tree.items.map(withoutTail) };
  if (tree.kind === "repetition") return { ...tree, most: Math.min(tree.most, tree.least + 1) };
  const last = tree.kind === "sequence" ? tree.items.at(-1) : undefined;
  if (tree.kind !== "sequence" || last === undefined) return tree;
  return { ...tree, items: [...tree.items.slice(0, -1), withoutTail(last)] };
}

/** Whether some letter leads from where a text has come to only to places where a match cannot end. */
function canFail({ last }: PatternAutomaton, { letters }: LetterMoves, counts: Float64Array): boolean {
  return letters.some((moves) =>
    moves.every(
      (move, place) =>
        counts[place] === 0 || !move.some((following, index) => index % 2 === 0 && last.has(following)),
    ),
  );
}
