import type { LintRule, ModelRule } from "./rule.js";
import { defaultsRule } from "./rules/defaults.js";
import { descriptionRules } from "./rules/descriptions.js";
import { examplesRule } from "./rules/examples.js";
import { extensionsRule } from "./rules/extensions.js";
import { keywordsRule } from "./rules/keywords.js";
import { manifestValueRules } from "./rules/manifest-values.js";
import { idRule, renamedParametersRule, sharedNamesRule } from "./rules/names.js";
import { parameterRules } from "./rules/parameters.js";
import { patternsRule } from "./rules/patterns.js";
import { portabilityRules } from "./rules/portability.js";
import { referencesRule } from "./rules/references.js";
import { schemaValueRules } from "./rules/schema-values.js";
import { textRules } from "./rules/texts.js";

/** The rules for single manifests and the files they reference, in the order they run. */
export const manifestRules: readonly LintRule[] = [
  idRule,
  ...descriptionRules,
  ...textRules,
  keywordsRule,
  referencesRule,
  ...schemaValueRules,
  patternsRule,
  defaultsRule,
  extensionsRule,
  renamedParametersRule,
  ...parameterRules,
  ...manifestValueRules,
  examplesRule,
];

/** The rules for lowered tools, in the order they run. */
export const modelRules: readonly ModelRule[] = [sharedNamesRule, ...portabilityRules];
