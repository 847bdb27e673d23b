const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Converts a duration such as `30s` to milliseconds; a number is milliseconds. Undefined if invalid. */
export function toMilliseconds(duration: string | number): number | undefined {
  if (typeof duration === "number") return duration;
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(duration) ?? [];
  return count === undefined ? undefined : Math.round(Number(count) * (units[unit] ?? 1));
}
