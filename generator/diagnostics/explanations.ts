import { diagnosticCodes, type DiagnosticCode } from "./catalog.js";
import { portabilityExplanations } from "./explanations/portability.js";
export interface Explanation {
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}
export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...(Object.fromEntries(diagnosticCodes.map((code) => [code, { why: code, bad: "", good: "" }])) as Record<
    DiagnosticCode,
    Explanation
  >),
  ...portabilityExplanations,
};
