export { planImport, writeImport } from "./plan/plan-import.js";
export type { ImportPlan, ImportProject, ImportRequest, PlannedTool } from "./plan/plan-import.js";
export { SourceError } from "./source/part.js";
