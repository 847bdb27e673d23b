import type { DiagnosticCode } from "./catalog.js";
import { freshnessExplanations } from "./explanations/freshness.js";
import { manifestExplanations } from "./explanations/manifest.js";
import { namingExplanations } from "./explanations/naming.js";
import { portabilityExplanations } from "./explanations/portability.js";
import { readingExplanations } from "./explanations/reading.js";
import { schemaExplanations } from "./explanations/schema.js";

/**
 * Why something is a problem, with an example of it and of what is right.
 *
 * Examples are parts of a manifest; what they leave out is in order. `# file:` begins another file, `# whole file`
 * says that nothing was left out, and `# ×100 such lines` repeats the line above with its `{n}` and `{n+1}` counted up.
 */
export interface Explanation {
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}

/** The explanation of every code. */
export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...readingExplanations,
  ...manifestExplanations,
  ...schemaExplanations,
  ...namingExplanations,
  ...portabilityExplanations,
  ...freshnessExplanations,
};
