export {
  ToolExecutionContext,
  type ExecutionScope,
  type NestedCallArguments,
  type NestedCallOptions,
} from "./context/tool-execution-context.js";
export { ToolExecutionContextBuilder } from "./context/tool-execution-context-builder.js";
export { ToolProgress, type ToolProgressInit } from "./context/tool-progress.js";
export { serviceKey, ToolServices } from "./context/tool-services.js";
export type { NoServices, ServiceClass, ServiceKey, ServiceProvider } from "./context/tool-services.js";
export type { ToolResultContentType } from "./envelope/content-type.js";
export {
  ensureEnvelope,
  getEnvelope,
  getPayload,
  withEnvelope,
  wrapPayload,
} from "./envelope/enveloped-root.js";
export type { EnvelopedRoot } from "./envelope/enveloped-root.js";
export { createEnvelope } from "./envelope/tool-result-envelope.js";
export type { EnvelopeInit, ToolResultEnvelope } from "./envelope/tool-result-envelope.js";
export type { Preparation } from "./executor/approval/prepare-approval.js";
export type {
  ApprovalDecision,
  ApprovalOptions,
  ApprovalRequest,
  Approver,
} from "./executor/approval/approval.js";
export type { ApprovalPolicy } from "./executor/approval/approval-policy.js";
export type { IssuedApproval } from "./executor/approval/approval-desk.js";
export type {
  ApprovalStore,
  PendingApproval,
  PendingCall,
  PendingDigests,
  PendingScope,
} from "./executor/approval/approval-store.js";
export type {
  BackendActivity,
  ExecutionBackend,
  ExecutionJob,
  RunOutcome,
} from "./executor/backend/execution-backend.js";
export { InProcessBackend, type InProcessLimits } from "./executor/backend/in-process-backend.js";
export type {
  CallDefaults,
  CallScope,
  DisposeOptions,
  ExecuteArguments,
  ExecuteOptions,
  ExecutorArguments,
  ResumeOptions,
  ToolExecutorOptions,
  WorkspaceLike,
} from "./executor/executor-options.js";
export type { ResourceClaim } from "./executor/locks/resource-claim.js";
export type {
  AuditDecision,
  AuditFields,
  AuditHook,
  AuditOutcome,
  AuditRecord,
} from "./executor/observe/audit.js";
export type {
  ToolExecutionProgress,
  ToolExecutionStarted,
  ToolExecutorEvents,
  ToolExecutorListener,
} from "./executor/observe/event-hub.js";
export type { Logger } from "./executor/observe/logger.js";
export type { Span, SpanAttribute, Tracer } from "./executor/observe/tracer.js";
export type { PathPolicy, PathVerdict } from "./executor/path-policy.js";
export { ToolExecution } from "./executor/tool-execution.js";
export type { ApprovalState, ToolExecutionStatus } from "./executor/tool-execution.js";
export type { ExecutorView } from "./executor/executor-view.js";
export { ToolExecutor } from "./executor/tool-executor.js";
export type { DisplayHints, FieldType, PreferredView } from "./kinds/display-hints.js";
export { isValidKind } from "./kinds/kind-name.js";
export type { FlatResultValue } from "./kinds/normalize-result.js";
export { isToolResultValue } from "./kinds/tool-result-value.js";
export type { AnyResultValue, ToolResultValue, WellKnownResult } from "./kinds/tool-result-value.js";
export type {
  ColumnDefinition,
  DiffData,
  DiffHunk,
  FileContentData,
  FileEntry,
  FileListData,
  ImageData,
  TableData,
  TextData,
  WellKnownKind,
  WellKnownKinds,
} from "./kinds/well-known-data.js";
export { FunctionDefinition } from "./registry/function-definition.js";
export type {
  RegistryLogger,
  ToolRegistryChange,
  ToolRegistryChangeType,
  ToolRegistryEvents,
} from "./registry/registry-events.js";
export { ToolAvailabilityContext } from "./registry/tool-availability-context.js";
export type { NameList } from "./registry/tool-availability-context.js";
export type { ToolCatalog } from "./registry/tool-catalog.js";
export type { ToolHandle, ToolSource } from "./registry/tool-handle.js";
export { mergeRegistries, ToolRegistry, withServices } from "./registry/tool-registry.js";
export type { AnyContracts, ContractsOf, ImplementationsOf, ToolOf } from "./registry/registry-contracts.js";
export type { ContentPart, LinkPart, MediaPart, TextPart } from "./result/content-part.js";
export { toLlmContext } from "./result/llm-context.js";
export { toLogSummary } from "./result/log-summary.js";
export { MimeTypes, type FileCategory } from "./result/mime-types.js";
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
export { getSerializedData } from "./result/serialized-data.js";
export { fileName, sizeDisplay, ToolArtifact } from "./result/tool-artifact.js";
export type { ArtifactAction, DescribedArtifact } from "./result/tool-artifact.js";
export type { ToolError, ToolErrorCode } from "./result/tool-error.js";
export type { ToolFailure, ToolResultFields, ToolSuccess } from "./result/tool-outcome.js";
export { ToolResultBuilder } from "./result/tool-result-builder.js";
export { isToolResult, ToolResult } from "./result/tool-result.js";
export type {
  AllInjectedOf,
  AnyToolContract,
  DataOf,
  InjectedOf,
  InputOf,
  ParamsOf,
  RequiredServices,
  ServicesOf,
  WireName,
} from "./tool/contract-types.js";
export { defineTool } from "./tool/define-tool.js";
export type { JsonSchemaSource, SchemaInput, SchemaOutput, ToolDefinition } from "./tool/define-tool.js";
export { JsonSchema } from "./tool/json-schema.js";
export type { JsonSchemaObject, JsonSchemaType, JsonValue } from "./tool/json-schema.js";
export { JsonSchemaBuilder } from "./tool/json-schema-builder.js";
export { RiskLevelMetadata } from "./tool/risk-level.js";
export type { RiskInfo, RiskLevel } from "./tool/risk-level.js";
export type { StandardSchema, StandardSchemaWithJson } from "./tool/standard-schema.js";
export { ToolBase } from "./tool/tool-base.js";
export { ToolCategoryMetadata } from "./tool/tool-category.js";
export type { CategoryInfo, ToolCategory } from "./tool/tool-category.js";
export type { InputCheck, InputCheckOptions, MaybePromise, ToolContract } from "./tool/tool-contract.js";
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
  ToolSpec,
} from "./tool/tool-spec.js";
export type { AnyTool, Tool, ToolImplementation, ToolOutput, ToolRun } from "./tool/tool.js";
export { ToolValidationError } from "./validation/tool-validation-error.js";
export { ToolValidationResult } from "./validation/tool-validation-result.js";
export { ToolValidationWarning } from "./validation/tool-validation-warning.js";
