/** The risk levels in rising order. */
export const riskLevels = ["safe", "low", "medium", "high", "critical"] as const;

/** How much harm a call can do; decides whether somebody has to approve it. */
export type RiskLevel = (typeof riskLevels)[number];

const rank: Readonly<Record<RiskLevel, number>> = { safe: 0, low: 1, medium: 2, high: 3, critical: 4 };

/** Negative when `a` is the lower risk, positive when it is the higher one, 0 when they are equal. */
export function compareRisk(a: RiskLevel, b: RiskLevel): number {
  return rank[a] - rank[b];
}

/** The higher of two risk levels. */
export function higherRisk(a: RiskLevel, b: RiskLevel): RiskLevel {
  return rank[a] >= rank[b] ? a : b;
}

/** Whether a value is one of the five risk levels. */
export function isRiskLevel(value: unknown): value is RiskLevel {
  return typeof value === "string" && Object.hasOwn(rank, value);
}
