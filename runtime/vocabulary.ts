// The parts of a `ToolSpec` and helpers for them, for adapters and generators.
export { ToolNames } from "./registry/tool-names.js";
export { toolResultContentTypes } from "./envelope/tool-result-envelope.js";
export { isSensitiveParameter } from "./tool/schema-extensions.js";
export { compareRisk, isRiskLevel, riskLevels } from "./tool/risk-level.js";
export { defaultRequirements, isKnownCategory, toolCategories } from "./tool/tool-category.js";
export { describeSchemaErrors } from "./validation/describe-schema-errors.js";
export { describeValue } from "./validation/describe-value.js";
export { editDistance, nearestName } from "./validation/nearest-name.js";
export { inputLimits } from "./validation/snapshot.js";
export type { AnyContracts } from "./registry/registry-contracts.js";
export type { AllInjectedOf, RequiredServices } from "./tool/tool-contract.js";
export type { ToolCatalog } from "./registry/create-registry.js";
export type { JsonSchemaType } from "./tool/json-schema.js";
export type { StandardSchemaWithJson } from "./tool/standard-schema.js";
export type {
  ConcurrencyKey,
  EnvelopeSpec,
  InjectedParameter,
  PathParameter,
  ResultSpec,
  RuleSpec,
  RuleWarning,
  TargetOverride,
  ToolExample,
  ToolHints,
  ToolIndexEntry,
} from "./tool/tool-spec.js";
