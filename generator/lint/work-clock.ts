/**
 * Starts to measure work; the answer gives the milliseconds since then that the work is charged with.
 *
 * A machine that is busy with other things takes longer, which is nobody's fault, so that the processor's time counts.
 * But that is the time of all threads together, and no work of one thread takes longer than the clock says.
 */
export function startClock(): () => number {
  const usage = process.cpuUsage();
  const start = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(usage);
    return Math.min((user + system) / 1000, performance.now() - start);
  };
}
