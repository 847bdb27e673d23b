import type { VisitedPositions } from "./visited-positions.js";

/** Predecessors of a position with their transition counts, grouped so that an offset has at most one of each group. */
type Arrivals = readonly { readonly from: number[]; readonly counts: number[] }[];

/** Counts the maximum visits of each position of a pattern, offset by offset. */
export class VisitCounter {
  additions = 0;
  readonly #positions: VisitedPositions;
  readonly #targets: readonly (readonly number[])[];
  readonly #arrivals: readonly Arrivals[];
  readonly #attempts: readonly number[];
  /** The group of each position; at most one position of a group is visited at an offset. */
  readonly #groupOf: Int32Array;
  #active: readonly number[];
  #visits: Float64Array;
  #next: Float64Array;

  constructor(positions: VisitedPositions, attempts: readonly number[]) {
    const { transitions, start } = positions;
    const arrivals = transitions.map((): [number, number][] => []);
    for (const [from, targets] of transitions.entries())
      for (const [position, count] of targets) arrivals[position]?.push([from, count]);
    this.#positions = positions;
    this.#targets = transitions.map((targets) => [...targets.keys()]);
    this.#arrivals = arrivals.map((all) => this.#grouped(all));
    this.#attempts = attempts;
    this.#groupOf = new Int32Array(transitions.length);
    for (const [group, { from }] of this.#grouped([...attempts.entries()]).entries())
      for (const position of from) this.#groupOf[position] = group;
    this.#active = [start];
    this.#next = new Float64Array(transitions.length);
    this.#visits = new Float64Array(transitions.length);
    this.#visits[start] = 1;
  }

  visits(): number {
    return this.#active.reduce((sum, position) => sum + (this.#visits[position] ?? 0), 0);
  }

  /** The steps at this offset: attempts from all visited positions. */
  steps(): number {
    const max = new Map<number, number>();
    for (const position of this.#active) {
      const group = this.#groupOf[position] ?? 0;
      const steps = (this.#visits[position] ?? 0) * (this.#attempts[position] ?? 0);
      if (steps > (max.get(group) ?? 0)) max.set(group, steps);
    }
    let sum = 0;
    for (const steps of max.values()) sum += steps;
    return sum;
  }

  /** Moves to the next offset; returns whether any count changed. */
  advance(): boolean {
    const active: number[] = [];
    this.#next.fill(0);
    for (const from of this.#active) {
      for (const position of this.#targets[from] ?? []) {
        if (this.#next[position] !== 0) continue;
        const count = this.#arriving(this.#arrivals[position] ?? []);
        this.#next[position] = this.#positions.certain.has(position) ? Math.min(1, count) : count;
        active.push(position);
      }
    }
    const changes =
      active.length !== this.#active.length ||
      active.some((position) => this.#next[position] !== this.#visits[position]);
    [this.#visits, this.#next] = [this.#next, this.#visits];
    this.#active = active;
    return changes;
  }

  #arriving(groups: Arrivals): number {
    let sum = 0;
    for (const { from, counts } of groups) {
      let max = 0;
      for (let index = 0; index < from.length; index++) {
        max = Math.max(max, (this.#visits[from[index] ?? 0] ?? 0) * (counts[index] ?? 0));
      }
      this.additions += from.length;
      sum += max;
    }
    return sum;
  }

  #grouped(entries: readonly (readonly [number, number])[]): Arrivals {
    const { simultaneous, transitions: all } = this.#positions;
    const groups: { readonly from: number[]; readonly counts: number[] }[] = [];
    for (const [position, count] of entries) {
      const row = position * all.length;
      let group = groups.find(({ from }) => {
        for (const other of from) if (simultaneous[row + other] === 1) return false;
        return true;
      });
      if (group === undefined) groups.push((group = { from: [], counts: [] }));
      group.from.push(position);
      group.counts.push(count);
    }
    return groups;
  }
}
