export type {
  ImportPlan,
  ImportProject,
  ImportRequest,
  PlannedTool,
  PlanOptions,
} from "./plan/import-plan.js";
export { planImport, writeImport } from "./plan/plan-import.js";
export { SourceError } from "./source/part.js";
