import { diagnosticCatalog, diagnosticCodes, findCode, isAdjustable } from "@toolkiln/generator";
import { didYouMean } from "../did-you-mean.js";
import type { ConfigProblem } from "./check-config.js";

/** Severities of codes that do not exist, and of errors: an error means that generated code would be wrong. */
export function severityProblems(
  severities: Readonly<Record<string, string>>,
  path: ConfigProblem["path"],
): readonly ConfigProblem[] {
  return Object.entries(severities).flatMap(([name, severity]) => {
    const code = findCode(name);
    const at = [...path, "severities", name];
    if (code === undefined) {
      const known = diagnosticCodes.flatMap((one) => [one, diagnosticCatalog[one].name]);
      const message = `\`severities.${name}\` is not a diagnostic.${didYouMean(name, known)}`;
      return [{ path: at, message }];
    }
    const isFixed = !isAdjustable(code) && severity !== "error";
    return isFixed
      ? [{ path: at, message: `\`severities.${name}\`: ${code} is an error and stays one.` }]
      : [];
  });
}
