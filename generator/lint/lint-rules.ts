import { tokenBudgetRule } from "./portability/budget.js";
import { directoriesRule } from "./portability/directories.js";
import { portabilityRule } from "./portability/portability.js";
import type { LintRule, ModelRule, ProjectRule } from "./rule.js";
import { boundsRule } from "./rules/bounds.js";
import { charactersRule } from "./rules/characters.js";
import { concurrencyRule } from "./rules/concurrency.js";
import { defaultsRule } from "./rules/defaults.js";
import { deprecatedPropertyRule, deprecatedToolRule } from "./rules/deprecation.js";
import { descriptionsRule, undescribedPropertyRule } from "./rules/descriptions.js";
import { dialectRule } from "./rules/dialect.js";
import { enumValuesRule } from "./rules/enum-values.js";
import { examplesRule } from "./rules/examples.js";
import { extensionsRule } from "./rules/extensions.js";
import { fileNameRule } from "./rules/file-name.js";
import { formatsRule } from "./rules/formats.js";
import { hintsRule } from "./rules/hints.js";
import { keywordTypesRule } from "./rules/keyword-types.js";
import { keyTextsRule } from "./rules/key-texts.js";
import { keywordsRule } from "./rules/keywords.js";
import { collisionsRule, reservedIdRule } from "./rules/names.js";
import { patternsRule } from "./rules/patterns.js";
import { placeholdersRule } from "./rules/placeholders.js";
import { referencesRule } from "./rules/references.js";
import { renamedParametersRule } from "./rules/renamed-parameters.js";
import { requiredRule } from "./rules/required.js";
import { reservedPropertiesRule } from "./rules/reserved-properties.js";
import { resultKindRule } from "./rules/result-kind.js";
import { riskRulesRule } from "./rules/risk-rules.js";
import { ruleSchemasRule } from "./rules/rule-schemas.js";
import { rootTypeRule } from "./rules/root-type.js";
import { sharedNamesRule } from "./rules/shared-names.js";
import { suspiciousTextRule } from "./rules/suspicious-text.js";
import { timeoutRule } from "./rules/timeout.js";
import { toolsetNamesRule } from "./rules/toolset-names.js";
import { toolsetSelectorsRule } from "./rules/toolset-selectors.js";

/** The rules over single manifests and what they point at, in the order in which they are asked. */
export const manifestRules: readonly LintRule[] = [
  fileNameRule,
  reservedIdRule,
  keyTextsRule,
  descriptionsRule,
  undescribedPropertyRule,
  charactersRule,
  suspiciousTextRule,
  keywordsRule,
  keywordTypesRule,
  dialectRule,
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
  ruleSchemasRule,
  hintsRule,
  resultKindRule,
  concurrencyRule,
  timeoutRule,
  examplesRule,
  deprecatedToolRule,
  deprecatedPropertyRule,
];

/** The rules that compare the manifests of a project with each other. */
export const projectRules: readonly ProjectRule[] = [collisionsRule, toolsetNamesRule, toolsetSelectorsRule];

/** The rules over lowered tools, in the order in which they are asked. */
export const modelRules: readonly ModelRule[] = [
  sharedNamesRule,
  portabilityRule,
  tokenBudgetRule,
  directoriesRule,
];
