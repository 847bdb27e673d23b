/** SQLSTATE codes of a server that is starting, stopping, full or gone, and Node's codes for lost connections. */
const outage = /^(?:08|57P0|53300|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)/;
const lost = /connection (?:terminated|ended)|timeout|not queryable|Client was closed/i;

/** Whether an error means that the database is unavailable, as opposed to an invalid statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // All addresses of the host refused the connection.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if ("code" in error && typeof error.code === "string" && error.code !== "") return outage.test(error.code);
  return lost.test(error.message);
}

/** How long to wait before the next attempt to reach the database. */
export function backoff(failures: number): number {
  return Math.min(2_000, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
}
