export { ToolNames } from "./registry/tool-names.js";
export { toolResultContentTypes } from "./envelope/content-type.js";
export { isSensitiveParameter } from "./tool/is-sensitive-parameter.js";
export { compareRisk, isRiskLevel, riskLevels } from "./tool/risk-level.js";
export { defaultRequirements, isKnownCategory, toolCategories } from "./tool/tool-category.js";
export { editDistance } from "./validation/edit-distance.js";
export { nearestName } from "./validation/nearest-name.js";
export { inputLimits } from "./validation/snapshot.js";
