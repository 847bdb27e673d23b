export type {
  ImportPlan,
  ImportProject,
  ImportRequest,
  PlannedFile,
  PlannedTool,
  PlanOptions,
} from "./import-plan.js";
export { planImport } from "./plan/plan-import.js";
export { writeImport } from "./plan/write-import.js";
export { SourceError } from "./source/import-report.js";
