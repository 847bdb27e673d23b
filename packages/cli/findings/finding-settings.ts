import {
  diagnosticCatalog,
  diagnosticCodes,
  findCode,
  type DiagnosticCode,
  type Severity,
} from "@toolkiln/generator";
import { CommandError } from "../command-error.js";
import { didYouMean } from "../did-you-mean.js";

/** How bad a configuration wants a finding to be. */
export type ChosenSeverity = Severity | "off";

/** Reads the severities of a configuration: by code or by name, and never for an error, which says that something would lie. */
export function readSeverities(
  severities: Readonly<Record<string, ChosenSeverity>>,
): ReadonlyMap<DiagnosticCode, ChosenSeverity> {
  return new Map(
    Object.entries(severities).map(([name, severity]) => {
      const code = findCode(name);
      if (code === undefined) {
        const known = diagnosticCodes.flatMap((one) => [one, diagnosticCatalog[one].name]);
        throw new CommandError(`\`severities.${name}\` is not a finding.${didYouMean(name, known)}`);
      }
      if (diagnosticCatalog[code].severity === "error" && severity !== "error") {
        throw new CommandError(`\`severities.${name}\`: ${code} is an error and stays one.`);
      }
      return [code, severity];
    }),
  );
}
