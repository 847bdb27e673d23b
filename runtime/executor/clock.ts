const { process } = globalThis as {
  readonly process?: { hrtime(): readonly [seconds: number, nanoseconds: number] };
};

/**
 * Milliseconds of a monotonic clock. Prefers `hrtime`, because Node loads a dozen modules on first use of
 * `performance`.
 */
export const now: () => number = process?.hrtime
  ? () => {
      const time = process.hrtime();
      return time[0] * 1e3 + time[1] / 1e6;
    }
  : () => performance.now();

/** A date that several executions share. */
class ReadonlyDate extends Date {
  static {
    const set = (): never => {
      throw new TypeError("The dates of an execution are read-only.");
    };
    for (const name of Object.getOwnPropertyNames(Date.prototype)) {
      if (name.startsWith("set")) Object.defineProperty(this.prototype, name, { value: set });
    }
  }
}

let lastDate: Date = new ReadonlyDate(0);
let lastText: string | undefined;

/** The date of a time. Calls in the same millisecond share it, because creating two dates takes a tenth of a call. */
export function dateOf(time: number): Date {
  if (time !== lastDate.getTime()) {
    lastDate = new ReadonlyDate(time);
    lastText = undefined;
  }
  return lastDate;
}

/** The ISO text of a date. Cached, because formatting takes as long as a call. */
export function isoText(date: Date): string {
  if (date !== lastDate) return date.toISOString();
  return (lastText ??= date.toISOString());
}
