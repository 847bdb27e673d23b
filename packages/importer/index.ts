export { readSource, type ImportRequest } from "./read-source.js";
export { SourceError } from "./import-report.js";
export type { ImportReport, PlacedSource, SourcePlace } from "./import-report.js";
export type {
  ImplementationModule,
  ImportedSource,
  ImportedTool,
  MutableObject,
  SharedDefinitions,
  SupportFile,
} from "./imported-tool.js";
export type { ImportPlan, ImportProject, PlannedFile, PlannedTool, PlanOptions } from "./plan/import-plan.js";
export { planImport } from "./plan/plan-import.js";
export { writeImport } from "./plan/write-import.js";
