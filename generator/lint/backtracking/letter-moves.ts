import type { PatternAutomaton, Ways } from "./pattern-automaton.js";
import { lettersOf } from "./pattern-letters.js";

/** Where a letter leads from a place, and in how many ways: places and numbers in turn. */
export type Moves = readonly number[];

/** What each letter does at each place; the last place is the one before the text. */
export interface LetterMoves {
  readonly letters: readonly (readonly Moves[])[];
  readonly start: number;
  /** The attempts that follow each place, whatever the next letter is. */
  readonly attempts: readonly number[];
}

/** Runs the letters of a pattern through its automaton. */
export function movesOf({ characters, first, next, last }: PatternAutomaton): LetterMoves {
  const places: readonly Ways[] = [...next, first];
  const letters = lettersOf(new Set(characters)).map((letter) => {
    const takes = takenBy(letter, characters);
    return places.map((ways) => [...ways].flatMap((way) => (takes[way[0]] ? way : [])));
  });
  const attempts = places.map((ways, place) => {
    let count = last.get(place) ?? 0;
    for (const number of ways.values()) count += number;
    return count;
  });
  return { letters, start: characters.length, attempts };
}

/** Whether every letter leads from every place to at most one other in one way, so that nothing is tried again. */
export function isDeterministic({ letters }: LetterMoves): boolean {
  return letters.every((moves) => moves.every((move) => !branches(move)));
}

/** Whether a letter leads on in several ways. */
export function branches(move: Moves): boolean {
  return move.length > 2 || (move[1] ?? 1) > 1;
}

function takenBy(letter: string, characters: readonly string[]): readonly boolean[] {
  const known = new Map<string, boolean>();
  return characters.map((source) => {
    const takes = known.get(source) ?? new RegExp(`^(?:${source})$`, "u").test(letter);
    known.set(source, takes);
    return takes;
  });
}
