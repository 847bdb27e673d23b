export { ToolExecutionContext } from "./context/tool-execution-context.js";
export { ToolExecutionContextBuilder } from "./context/tool-execution-context-builder.js";
export { ToolProgress, type ToolProgressInit } from "./context/tool-progress.js";
export { serviceKey, ToolServices, type ServiceKey } from "./context/tool-services.js";
export {
  createEnvelope,
  ensureEnvelope,
  getEnvelope,
  getPayload,
  withEnvelope,
  wrapPayload,
} from "./envelope/tool-result-envelope.js";
export type { Enveloped, ToolResultEnvelope } from "./envelope/tool-result-envelope.js";
export type { PreparedCall } from "./executor/approval/prepare-approval.js";
export type {
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRequest,
  Approver,
} from "./executor/approval/approval.js";
export type { IssuedApproval } from "./executor/approval/approval-issuer.js";
export {
  MemoryApprovalStore,
  type ApprovalStore,
  type PendingApproval,
} from "./executor/approval/approval-store.js";
export type { ExecutionBackend, ExecutionJob, RunOutcome } from "./executor/backend/execution-backend.js";
export { InProcessBackend } from "./executor/backend/in-process-backend.js";
export type {
  CallDefaults,
  ExecuteOptions,
  Logger,
  ResumeOptions,
  ToolExecutorOptions,
} from "./executor/executor-options.js";
export type { ResourceClaim } from "./executor/locks/resource-claim.js";
export type { AuditHook, AuditRecord } from "./executor/observe/audit.js";
export type { ToolExecutorEvents } from "./executor/observe/call-observer.js";
export type { Span, SpanAttribute, Tracer } from "./executor/observe/tracer.js";
export type { PathPolicy } from "./executor/path-policy.js";
export { ToolExecution, type ApprovalState, type ToolExecutionStatus } from "./executor/tool-execution.js";
export type { ExecutorView } from "./executor/executor-view.js";
export { ToolExecutor } from "./executor/tool-executor.js";
export { isToolResultValue, isValidKind } from "./kinds/tool-result-value.js";
export type { DisplayHints, ToolResultValue } from "./kinds/tool-result-value.js";
export type { PreferredView } from "./kinds/infer-view.js";
export type {
  ColumnDefinition,
  DiffData,
  DiffHunk,
  FileContentData,
  FileEntry,
  FileListData,
  ImageResultData,
  TableData,
  TextData,
  WellKnownKind,
} from "./kinds/well-known-kinds.js";
export { ToolAvailabilityContext } from "./registry/tool-availability-context.js";
export type { ToolHandle } from "./registry/tool-handle.js";
export { mergeRegistries, withServices } from "./registry/create-registry.js";
export { FunctionDefinition, ToolRegistry, type ToolRegistryChange } from "./registry/tool-registry.js";
export type { ContentPart, MediaPart } from "./result/content-part.js";
export { toLlmContext } from "./result/llm-context.js";
export { toLogSummary } from "./result/log-summary.js";
export { MimeTypes } from "./result/mime-types.js";
export {
  hasArtifacts,
  hasSuggestions,
  isCancelled,
  isDenied,
  isFailure,
  isNotAvailable,
  isTimeout,
  isValidationFailure,
} from "./result/result-predicates.js";
export { getSerializedData } from "./result/serialize-data.js";
export { fileName, sizeDisplay, ToolArtifact } from "./result/tool-artifact.js";
export { ToolResultBuilder } from "./result/tool-result-builder.js";
export { isToolResult, ToolResult } from "./result/tool-result.js";
export type { ToolError, ToolFailure, ToolSuccess } from "./result/tool-result.js";
export type {
  AnyToolContract,
  DataOf,
  InjectedOf,
  InputOf,
  MaybePromise,
  ParamsOf,
  ToolContract,
  WireName,
} from "./tool/tool-contract.js";
export { defineTool } from "./tool/define-tool.js";
export { JsonSchema, JsonSchemaBuilder, type JsonSchemaObject, type JsonValue } from "./tool/json-schema.js";
export { RiskLevelMetadata, type RiskLevel } from "./tool/risk-level.js";
export type { StandardSchema } from "./tool/standard-schema.js";
export { ToolBase } from "./tool/tool-base.js";
export { ToolCategoryMetadata, type ToolCategory } from "./tool/tool-category.js";
export type { ToolSpec } from "./tool/tool-spec.js";
export type { AnyTool, Tool, ToolImplementation, ToolReturn, ToolRun } from "./tool/tool.js";
export { ToolValidationError } from "./validation/tool-validation-error.js";
export { ToolValidationResult } from "./validation/tool-validation-result.js";
export { ToolValidationWarning } from "./validation/tool-validation-warning.js";
