/** Something whose time runs out. */
export interface Expiring {
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  expire(): void;
}

/** Longest delay that a timer takes; a longer one would fire at once. */
const longestDelay = 2_147_483_647;

/** Watches many deadlines with one timer, because a timer for every call costs more than the call. */
export class DeadlineSweeper {
  readonly #watched = new Set<Expiring>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  watch(item: Expiring): void {
    this.#watched.add(item);
    if (item.deadline < this.#wakesAt) this.#sleepUntil(item.deadline);
    else if (this.#watched.size === 1) keepAlive(this.#timer, true);
  }

  forget(item: Expiring): void {
    // The timer is kept for the next call, but must not keep an idle process from ending.
    if (this.#watched.delete(item) && this.#watched.size === 0) keepAlive(this.#timer, false);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watched.clear();
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
  }

  #sleepUntil(deadline: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    const delay = Math.min(Math.max(0, deadline - performance.now()), longestDelay);
    this.#timer = setTimeout(() => this.#sweep(), delay);
  }

  #sweep(): void {
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const item of this.#watched) {
      if (item.deadline > now) next = Math.min(next, item.deadline);
      else {
        this.#watched.delete(item);
        item.expire();
      }
    }
    if (next < this.#wakesAt) this.#sleepUntil(next);
  }
}

/** Timers of Node can be told whether they keep the process alive; those of browsers are numbers. */
function keepAlive(timer: unknown, keep: boolean): void {
  if (typeof timer !== "object" || timer === null) return;
  if (keep && "ref" in timer && typeof timer.ref === "function") timer.ref();
  if (!keep && "unref" in timer && typeof timer.unref === "function") timer.unref();
}
