import { directoriesRule, portabilityRule, tokenBudgetRule } from "./rules/portability.js";
import type { LintRule, ModelRule, ProjectRule } from "./rule.js";
import { defaultsRule } from "./rules/defaults.js";
import { descriptionsRule, undescribedPropertyRule } from "./rules/descriptions.js";
import { examplesRule } from "./rules/examples.js";
import { extensionsRule } from "./rules/extensions.js";
import { keywordsRule } from "./rules/keywords.js";
import {
  concurrencyRule,
  hintsRule,
  keyTextsRule,
  resultKindRule,
  timeoutRule,
} from "./rules/manifest-values.js";
import {
  collisionsRule,
  idRule,
  renamedParametersRule,
  sharedNamesRule,
  toolsetNamesRule,
  toolsetSelectorsRule,
} from "./rules/names.js";
import { patternsRule } from "./rules/patterns.js";
import { placeholdersRule, riskRulesRule } from "./rules/parameters.js";
import { referencesRule } from "./rules/references.js";
import {
  requiredRule,
  reservedPropertiesRule,
  boundsRule,
  enumValuesRule,
  formatsRule,
  rootTypeRule,
} from "./rules/schema-values.js";
import { charactersRule, suspiciousTextRule } from "./rules/texts.js";

/** The rules for single manifests and the files they reference, in the order they run. */
export const manifestRules: readonly LintRule[] = [
  idRule,
  keyTextsRule,
  descriptionsRule,
  undescribedPropertyRule,
  charactersRule,
  suspiciousTextRule,
  keywordsRule,
  referencesRule,
  rootTypeRule,
  reservedPropertiesRule,
  requiredRule,
  enumValuesRule,
  boundsRule,
  patternsRule,
  formatsRule,
  defaultsRule,
  extensionsRule,
  renamedParametersRule,
  placeholdersRule,
  riskRulesRule,
  hintsRule,
  resultKindRule,
  concurrencyRule,
  timeoutRule,
  examplesRule,
];

/** The rules that compare the manifests of a project with each other. */
export const projectRules: readonly ProjectRule[] = [collisionsRule, toolsetNamesRule, toolsetSelectorsRule];

/** The rules for lowered tools, in the order they run. */
export const modelRules: readonly ModelRule[] = [
  sharedNamesRule,
  portabilityRule,
  directoriesRule,
  tokenBudgetRule,
];
