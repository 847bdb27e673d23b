import type { DiagnosticCode } from "./catalog.js";
import { changeExplanations } from "./explanations/changes.js";
import { freshnessExplanations } from "./explanations/freshness.js";
import { importExplanations } from "./explanations/import.js";
import { manifestKeyExplanations } from "./explanations/manifest-keys.js";
import { manifestTextExplanations } from "./explanations/manifest-texts.js";
import { namingExplanations } from "./explanations/naming.js";
import { portabilityExplanations } from "./explanations/portability.js";
import { readingExplanations } from "./explanations/reading.js";
import { schemaFormExplanations } from "./explanations/schema-form.js";
import { schemaReferenceExplanations } from "./explanations/schema-references.js";
import { schemaValueExplanations } from "./explanations/schema-values.js";

/**
 * Why something is a problem, with an example of it and of what is right.
 *
 * Examples are parts of a manifest; what they leave out is in order. `# file:` begins another file, `# whole file`
 * says that nothing was left out, and `# ×100 such lines` (or `files`) repeats the line above (or the file) with its
 * `{n}` and `{n+1}` counted up. `# targets:`, `# budget:` and `# toolsets:` stand for settings of the configuration.
 * Examples of what happens to files are commands, those of imports are parts of the source, and those of changes have a
 * version after `# before:` and one after `# now:`.
 */
export interface Explanation {
  readonly why: string;
  readonly bad: string;
  readonly good: string;
}

/** The explanation of every code. */
export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...readingExplanations,
  ...manifestKeyExplanations,
  ...manifestTextExplanations,
  ...schemaFormExplanations,
  ...schemaValueExplanations,
  ...schemaReferenceExplanations,
  ...namingExplanations,
  ...portabilityExplanations,
  ...freshnessExplanations,
  ...changeExplanations,
  ...importExplanations,
};
