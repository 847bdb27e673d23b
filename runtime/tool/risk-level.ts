import { ownValue } from "../validation/value-type.js";

/** The risk levels, lowest first. */
export const riskLevels = ["safe", "low", "medium", "high", "critical"] as const;

/** How much harm a call can do; decides whether it needs approval. */
export type RiskLevel = (typeof riskLevels)[number];

const rank: Readonly<Record<RiskLevel, number>> = { safe: 0, low: 1, medium: 2, high: 3, critical: 4 };

/** Negative if `a` is the lower risk, positive if it is the higher one, 0 if they are equal. */
export function compareRisk(a: RiskLevel, b: RiskLevel): number {
  return rank[a] - rank[b];
}

export function higherRisk(a: RiskLevel, b: RiskLevel): RiskLevel {
  return rank[a] >= rank[b] ? a : b;
}

/** Whether a value is one of the five risk levels. */
export function isRiskLevel(value: unknown): value is RiskLevel {
  return typeof value === "string" && Object.hasOwn(rank, value);
}

export interface RiskInfo {
  readonly displayName: string;
  /** A CSS colour. */
  readonly color: string;
  readonly description: string;
  /** Whether a call needs approval by default. */
  readonly requiresApproval: boolean;
  readonly showInLog: boolean;
}

/** Name, colour and description. */
const risks: Readonly<Record<RiskLevel, readonly [string, string, string]>> = {
  safe: ["Safe", "#22C55E", "Read-only operation with no side effects"],
  low: ["Low Risk", "#3B82F6", "Reversible changes to files"],
  medium: ["Medium Risk", "#F59E0B", "Significant changes requiring attention"],
  high: ["High Risk", "#EF4444", "Potentially destructive operation"],
  critical: ["Critical", "#DC2626", "System-level operation with broad impact"],
};

/** How risk levels are shown and treated; unknown ones count as medium. Prefer a `policy` to decide what needs approval. */
export const RiskLevelMetadata = {
  getInfo(level: RiskLevel): RiskInfo {
    const [displayName, color, description] = ownValue(risks, level) ?? risks.medium;
    const requiresApproval = level !== "safe" && level !== "low";
    return { displayName, color, description, requiresApproval, showInLog: level !== "safe" };
  },
};
