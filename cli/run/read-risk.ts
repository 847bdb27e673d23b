import type { RiskLevel } from "@toolkiln/runtime";
import { isRiskLevel, riskLevels } from "@toolkiln/runtime/vocabulary";
import { CommandError } from "../command-error.js";
import { didYouMean } from "../did-you-mean.js";

/** Reads a risk level that a flag gives. */
export function readRisk(level: string): RiskLevel {
  if (isRiskLevel(level)) return level;
  const levels = riskLevels.join(", ");
  throw new CommandError(
    `'${level}' is not a risk level.${didYouMean(level, riskLevels)} They are ${levels}.`,
  );
}
