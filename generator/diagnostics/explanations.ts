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
 * says that nothing was left out, and `# ×100 such lines` (or `files`) repeats the line above (or the file) with its
 * `{n}` and `{n+1}` counted up. `# targets:`, `# budget:` and `# toolsets:` stand for settings of the configuration.
 * Examples of what happens to files are commands.
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
