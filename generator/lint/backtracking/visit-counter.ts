import type { PatternAutomaton, Transitions } from "./pattern-automaton.js";

/** Positions with a number each, grouped so that a matcher visits at most one of a group at any offset. */
type Groups = readonly (readonly (readonly [position: number, count: number])[])[];

/** Maximum pairs of positions to compare; beyond it, all pairs with a common character count as simultaneous. */
const maxComparisons = 1_500_000;

/**
 * Counts how often a matcher visits each position of a pattern at most, offset by offset, when it tries every offset
 * until one matches. Two more positions stand for the attempt at the start of the text and for all later ones.
 */
export class VisitCounter {
  /** Cost of the analysis so far, in machine-independent steps. */
  work = 0;
  readonly #targets: readonly (readonly number[])[];
  readonly #certain: ReadonlySet<number>;
  readonly #arrivals: readonly Groups[];
  /** The steps of one visit to each position: the attempts from there. */
  readonly #attempts: Groups;
  #visits: Float64Array;
  /** The positions with visits. */
  #active: Iterable<number>;

  constructor(automaton: PatternAutomaton) {
    const { first, next, last, isAtStart, isOptional } = automaton;
    const [start, restart] = [next.length, next.length + 1];
    const atStart = new Map([...first].filter(([position]) => isAtStart(position))).set(restart, 1);
    const inside = new Map([...first].filter(([position]) => !isAtStart(position)));
    if (!isOptional) inside.set(restart, 1);
    const transitions: readonly Transitions[] = [...next, atStart, inside];
    this.#targets = transitions.map((targets) => [...targets.keys()]);
    this.#certain = certainPositions(automaton);
    const areSimultaneous = this.#simultaneous(automaton);
    const arrivals = transitions.map((): [number, number][] => []);
    for (const [from, targets] of transitions.entries())
      for (const [position, count] of targets) arrivals[position]?.push([from, count]);
    this.#arrivals = arrivals.map((entries) => grouped(entries, areSimultaneous));
    const attempts = [...next, atStart, first].map((targets, from) => {
      const ends = last.get(from) ?? 0;
      return [from, [...targets.values()].reduce((sum, count) => sum + count, 1 + ends)] as const;
    });
    this.#attempts = grouped(attempts, areSimultaneous);
    this.#active = [start];
    this.#visits = new Float64Array(transitions.length);
    this.#visits[start] = 1;
    this.work += transitions.length ** 2;
  }

  visits(): number {
    return this.#visits.reduce((sum, count) => sum + count, 0);
  }

  /** The steps at this offset: attempts from all visited positions. */
  steps(): number {
    return this.#most(this.#attempts);
  }

  /** Moves to the next offset; returns whether any count changed. */
  advance(): boolean {
    const visits = new Float64Array(this.#visits.length);
    const active = new Set<number>();
    for (const from of this.#active) for (const position of this.#targets[from] ?? []) active.add(position);
    for (const position of active) {
      const count = this.#most(this.#arrivals[position] ?? []);
      visits[position] = this.#certain.has(position) ? Math.min(1, count) : count;
    }
    const changes = visits.some((count, position) => count !== this.#visits[position]);
    [this.#visits, this.#active] = [visits, active];
    return changes;
  }

  /** The sum over all groups of the largest value of a position in the group. */
  #most(groups: Groups): number {
    let sum = 0;
    for (const group of groups) {
      let most = 0;
      for (const [position, count] of group) most = Math.max(most, (this.#visits[position] ?? 0) * count);
      sum += most;
      this.work += group.length;
    }
    return sum;
  }

  /** Finds the pairs of positions that a matcher can visit at the same offset of some text. */
  #simultaneous({ sets }: PatternAutomaton): (one: number, other: number) => boolean {
    const targets = this.#targets;
    const count = targets.length;
    const overlap = overlaps([...sets, -1n, -1n]);
    // A match that reaches a position in `#certain` succeeds, so no later offset is tried.
    const isFinal = (position: number): boolean => position === count - 1 || this.#certain.has(position);
    const canMeet = (one: number, other: number): boolean =>
      one !== other && overlap(one, other) && !(isFinal(one) && isFinal(other));
    const pairs = new Uint8Array(count * count);
    const waiting = targets.map((_, position) => position * count + position);
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const others = targets[pair % count] ?? [];
      for (const one of targets[Math.floor(pair / count)] ?? []) {
        for (const other of others) {
          const found: number = one * count + other;
          if (pairs[found] === 1 || !canMeet(one, other)) continue;
          pairs[found] = 1;
          pairs[other * count + one] = 1;
          waiting.push(found);
        }
        this.work += others.length;
      }
      if (this.work > maxComparisons) return canMeet;
    }
    return (one, other) => pairs[one * count + other] === 1;
  }
}

/** Positions after which the pattern can end, and those from which any text leads to such a position. */
function certainPositions({ accepting, everything, sets, next }: PatternAutomaton): ReadonlySet<number> {
  const isCertain = (position: number, isTarget: (target: number) => boolean): boolean => {
    if (accepting.has(position)) return true;
    const targets = [...(next[position]?.keys() ?? [])].filter(isTarget);
    return targets.reduce((covered, target) => covered | (sets[target] ?? 0n), 0n) === everything;
  };
  const certain = new Set([...sets.keys()].filter((position) => isCertain(position, () => true)));
  for (let before = -1; before !== certain.size;) {
    before = certain.size;
    for (const one of certain) if (!isCertain(one, (target) => certain.has(target))) certain.delete(one);
  }
  return certain;
}

function grouped(
  entries: readonly (readonly [number, number])[],
  areSimultaneous: (one: number, other: number) => boolean,
): Groups {
  const groups: (readonly [number, number])[][] = [];
  for (const entry of entries) {
    const group = groups.find((members) => !members.some(([other]) => areSimultaneous(entry[0], other)));
    if (group === undefined) groups.push([entry]);
    else group.push(entry);
  }
  return groups;
}

/** Whether two positions have a character in common; positions with the same characters are compared once. */
function overlaps(sets: PatternAutomaton["sets"]): (one: number, other: number) => boolean {
  const distinct = [...new Set(sets)];
  const numbers = new Map(distinct.map((set, index) => [set, index]));
  const numberOf = sets.map((set) => numbers.get(set) ?? 0);
  const table = distinct.map((one) => distinct.map((other) => (one & other) !== 0n));
  return (one, other) => table[numberOf[one] ?? 0]?.[numberOf[other] ?? 0] === true;
}
