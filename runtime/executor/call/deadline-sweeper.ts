import { longestDelay } from "../check-options.js";
import { now } from "../clock.js";

/** Something whose time runs out. It is itself a link of the sweeper's list, so watching it allocates nothing. */
export interface Expiring<Item> {
  /** On the clock of calls. */
  readonly deadline: number;
  previous: Item | undefined;
  next: Item | undefined;
  expire(): void;
}

/** A timer. Those of Node can keep the process alive or not; those of browsers are numbers. */
type Timer = ReturnType<typeof setTimeout> & { ref?(): unknown; unref?(): unknown };

/** Watches many deadlines with one timer, because a timer for every call costs more than the call. */
export class DeadlineSweeper<Item extends Expiring<Item>> {
  #first: Item | undefined;
  #timer: Timer | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  watch(item: Item): void {
    if (this.#first === undefined) this.#timer?.ref?.();
    else this.#first.previous = item;
    item.next = this.#first;
    this.#first = item;
    if (item.deadline < this.#wakesAt) this.#sleepUntil(item.deadline);
  }

  /** Forgets an item that is watched; one that is not is left alone. */
  forget(item: Item): void {
    if (item.previous !== undefined) item.previous.next = item.next;
    else if (this.#first === item) this.#first = item.next;
    else return;
    if (item.next !== undefined) item.next.previous = item.previous;
    item.previous = item.next = undefined;
    // The timer is kept for the next call, but must not keep an idle process from ending.
    if (this.#first === undefined) this.#timer?.unref?.();
  }

  /** Everything that is watched, as a list of its own: what is done with an item may change what is watched. */
  items(): Item[] {
    const items: Item[] = [];
    for (let item = this.#first; item !== undefined; item = item.next) items.push(item);
    return items;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
  }

  #sleepUntil(deadline: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    const delay = Math.min(Math.max(0, deadline - now()), longestDelay);
    this.#timer = setTimeout(() => this.#sweep(), delay);
  }

  #sweep(): void {
    // The timer is believed, also where a test moves timers along but not the clock.
    const time = Math.max(now(), this.#wakesAt);
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const expired: Item[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const item of this.items()) {
      if (item.deadline > time) next = Math.min(next, item.deadline);
      else expired.push(item);
    }
    // Before anything expires, because that may start calls with deadlines of their own.
    if (next < this.#wakesAt) this.#sleepUntil(next);
    // A busy process may be late for several.
    for (const item of expired.toSorted((a, b) => a.deadline - b.deadline)) {
      this.forget(item);
      item.expire();
    }
  }
}
