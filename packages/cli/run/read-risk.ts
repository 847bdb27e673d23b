import { didYouMeanOneOf } from "@toolkiln/project";
import type { RiskLevel } from "@toolkiln/runtime";
import { isRiskLevel, riskLevels } from "@toolkiln/runtime/vocabulary";
import { CommandError } from "../command.js";

/** Reads a risk level that a flag gives. */
export function readRisk(level: string): RiskLevel {
  if (isRiskLevel(level)) return level;
  throw new CommandError(`'${level}' is not a risk level.${didYouMeanOneOf(level, riskLevels)}`);
}
