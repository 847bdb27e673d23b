const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration such as `30s` in milliseconds; a plain number is taken as milliseconds. */
export function toMilliseconds(duration: string | number): number {
  if (typeof duration === "number") return duration;
  const unit = duration.replace(/^\d+/, "");
  return Number.parseInt(duration, 10) * (units[unit] ?? 1);
}
