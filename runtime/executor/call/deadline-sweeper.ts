import { longestDelay } from "../check-options.js";
import { now } from "../clock.js";

/** Something with a deadline. It is a node of the sweeper's linked list, so watching it allocates nothing. */
export interface Expiring<Item> {
  /** In `now()` time. */
  readonly deadline: number;
  previous: Item | undefined;
  next: Item | undefined;
  expire(): void;
}

/** A timer. Node's timers have `ref` and `unref`; those of browsers are numbers. */
type Timer = ReturnType<typeof setTimeout> & { ref?(): unknown; unref?(): unknown };

/** Watches many deadlines with one timer, because a timer per call costs more than the call. */
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

  /** Stops watching an item; ignores one that is not watched. */
  forget(item: Item): void {
    if (item.previous !== undefined) item.previous.next = item.next;
    else if (this.#first === item) this.#first = item.next;
    else return;
    if (item.next !== undefined) item.next.previous = item.previous;
    item.previous = item.next = undefined;
    // The timer is kept for the next call, but must not keep an idle process alive.
    if (this.#first === undefined) this.#timer?.unref?.();
  }

  /** A copy of the watched items, because handling an item may change the list. */
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
    // Trust the timer: with fake timers in tests, the clock may not have moved.
    const time = Math.max(now(), this.#wakesAt);
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const expired: Item[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const item of this.items()) {
      if (item.deadline > time) next = Math.min(next, item.deadline);
      else expired.push(item);
    }
    // Before anything expires, because that may start calls with new deadlines.
    if (next < this.#wakesAt) this.#sleepUntil(next);
    // Expire overdue items in the order of their deadlines.
    for (const item of expired.toSorted((a, b) => a.deadline - b.deadline)) {
      this.forget(item);
      item.expire();
    }
  }
}
