const { process } = globalThis as {
  readonly process?: { hrtime(): readonly [seconds: number, nanoseconds: number] };
};

/**
 * Milliseconds on a clock that only goes forward. Node makes `performance` of a dozen modules when it is first touched,
 * so where there is another such clock, it is asked.
 */
export const now: () => number = process?.hrtime
  ? () => {
      const time = process.hrtime();
      return time[0] * 1e3 + time[1] / 1e6;
    }
  : () => performance.now();

let offset = 0;

/** When a moment on that clock was, as dates count. */
export function dateOf(time: number): number {
  const seen = performance.timeOrigin + performance.now() - now();
  // Kept, because a pause between two clocks would put dates out of their order; but tests may turn the clocks.
  if (Math.abs(seen - offset) > 1000) offset = seen;
  return offset + time;
}
