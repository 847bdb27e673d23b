import type { RiskLevel } from "@toolkiln/runtime";
import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject } from "../../values/json-object.js";
import { manifestRule, type LintRule } from "../rule.js";

/** Hints agree with each other, with the category and with the risk: clients show and trust them. */
export const hintsRule: LintRule = manifestRule("hints", function* (view) {
  const { hints, risk, rules, category } = view.value;
  if (!isJsonObject(hints) || !isRiskLevel(risk)) return;
  const { readOnly, destructive, openWorld } = hints;
  const raised = (Array.isArray(rules) ? rules : [])
    .map((rule) => (isJsonObject(rule) ? rule["risk"] : undefined))
    .filter(isRiskLevel);
  const worst = [risk, ...raised].reduce((a, b) => (compareRisk(a, b) < 0 ? b : a));
  const isRisky = (level: RiskLevel): boolean => compareRisk(level, "high") >= 0;
  const report = (key: string, message: string, help: string) =>
    diagnostic("TK2028", view.place(["hints", key]), message, { help });
  if (readOnly === true && destructive === true) {
    const message = "A tool cannot be both `readOnly` and `destructive`.";
    yield report("destructive", message, "Remove one of the two hints.");
  } else if (readOnly === true && isRisky(risk)) {
    const message = `\`readOnly\` means that the tool changes nothing, but its risk is ${risk}.`;
    yield report("readOnly", message, "Lower `risk`, or remove the hint.");
  }
  if (destructive === false && isRisky(worst)) {
    const message = `\`destructive: false\` promises that the tool only adds, but its risk can be ${worst}.`;
    yield report("destructive", message, "Remove the hint, or lower the risk.");
  }
  if (openWorld === false && category === "network") {
    const message = "`openWorld: false` contradicts the category `network`.";
    yield report("openWorld", message, "Remove the hint, or change `category`.");
  }
});
