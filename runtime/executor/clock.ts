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
