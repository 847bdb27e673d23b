import { diagnosticCatalog, diagnosticCodes, findCode } from "@toolkiln/generator";
import { CommandError } from "../command-error.js";
import { didYouMean } from "../did-you-mean.js";

/** Refuses severities of codes that do not exist, and of errors: an error means that generated code would be wrong. */
export function checkSeverities(severities: Readonly<Record<string, string>>): void {
  for (const [name, severity] of Object.entries(severities)) {
    const code = findCode(name);
    if (code === undefined) {
      const known = diagnosticCodes.flatMap((one) => [one, diagnosticCatalog[one].name]);
      throw new CommandError(`\`severities.${name}\` is not a diagnostic.${didYouMean(name, known)}`);
    }
    if (diagnosticCatalog[code].severity === "error" && severity !== "error")
      throw new CommandError(`\`severities.${name}\`: ${code} is an error and stays one.`);
  }
}
