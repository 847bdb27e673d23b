import type { VisitedPlaces } from "./visited-places.js";

/** Predecessors of a place and their numbers of ways, in groups of which at most one occurs at an offset. */
type Arrivals = readonly { readonly from: number[]; readonly ways: number[] }[];

/** Counts the maximum visits of each place of a pattern, offset by offset. */
export class VisitCounter {
  additions = 0;
  readonly #places: VisitedPlaces;
  readonly #targets: readonly (readonly number[])[];
  readonly #arrivals: readonly Arrivals[];
  readonly #attempts: readonly number[];
  /** Groups of places of which at most one is visited at an offset. */
  readonly #groupOf: Int32Array;
  #active: readonly number[];
  #visits: Float64Array;
  #next: Float64Array;

  constructor(places: VisitedPlaces, attempts: readonly number[]) {
    const { ways, start } = places;
    const arrivals = ways.map((): [number, number][] => []);
    for (const [from, targets] of ways.entries())
      for (const [place, count] of targets) arrivals[place]?.push([from, count]);
    this.#places = places;
    this.#targets = ways.map((targets) => [...targets.keys()]);
    this.#arrivals = arrivals.map((all) => this.#grouped(all));
    this.#attempts = attempts;
    this.#groupOf = new Int32Array(ways.length);
    for (const [group, { from }] of this.#grouped([...attempts.entries()]).entries())
      for (const place of from) this.#groupOf[place] = group;
    this.#active = [start];
    this.#next = new Float64Array(ways.length);
    this.#visits = new Float64Array(ways.length);
    this.#visits[start] = 1;
  }

  visits(): number {
    return this.#active.reduce((sum, place) => sum + (this.#visits[place] ?? 0), 0);
  }

  /** The steps at this offset: attempts from all visited places. */
  steps(): number {
    const most = new Map<number, number>();
    for (const place of this.#active) {
      const group = this.#groupOf[place] ?? 0;
      const steps = (this.#visits[place] ?? 0) * (this.#attempts[place] ?? 0);
      if (steps > (most.get(group) ?? 0)) most.set(group, steps);
    }
    let sum = 0;
    for (const steps of most.values()) sum += steps;
    return sum;
  }

  /** Moves to the next offset; returns whether any count changed. */
  advance(): boolean {
    const active: number[] = [];
    this.#next.fill(0);
    for (const from of this.#active) {
      for (const place of this.#targets[from] ?? []) {
        if (this.#next[place] !== 0) continue;
        const count = this.#arriving(this.#arrivals[place] ?? []);
        this.#next[place] = this.#places.sure.has(place) ? Math.min(1, count) : count;
        active.push(place);
      }
    }
    const changes =
      active.length !== this.#active.length ||
      active.some((place) => this.#next[place] !== this.#visits[place]);
    [this.#visits, this.#next] = [this.#next, this.#visits];
    this.#active = active;
    return changes;
  }

  #arriving(groups: Arrivals): number {
    let sum = 0;
    for (const { from, ways } of groups) {
      let most = 0;
      for (let index = 0; index < from.length; index++) {
        most = Math.max(most, (this.#visits[from[index] ?? 0] ?? 0) * (ways[index] ?? 0));
      }
      this.additions += from.length;
      sum += most;
    }
    return sum;
  }

  #grouped(entries: readonly (readonly [number, number])[]): Arrivals {
    const { shared, ways: all } = this.#places;
    const groups: { readonly from: number[]; readonly ways: number[] }[] = [];
    for (const [place, ways] of entries) {
      const row = place * all.length;
      let group = groups.find(({ from }) => {
        for (const other of from) if (shared[row + other] === 1) return false;
        return true;
      });
      if (group === undefined) groups.push((group = { from: [], ways: [] }));
      group.from.push(place);
      group.ways.push(ways);
    }
    return groups;
  }
}
