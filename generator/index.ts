export { defaultConfig, defineConfig } from "./config.js";
export type { GeneratorConfig, ProjectConfig, ToolkilnConfig } from "./config.js";
export {
  diagnostic,
  diagnosticCatalog,
  diagnosticCodes,
  findCode,
  isAdjustable,
  type DiagnosticCode,
  type Diagnostic,
  type Fix,
  type Position,
  type Range,
  type RelatedPlace,
  type Severity,
  type TextEdit,
} from "./diagnostics/diagnostic.js";
export { explanationOf, type Explanation } from "./diagnostics/explanations.js";
export { formatGithub } from "./diagnostics/format-github.js";
export { jsonReport, type JsonReport, type ReportedFile } from "./diagnostics/format-json.js";
export { sarifLog } from "./diagnostics/format-sarif.js";
export { formatDiagnostic, type SourceText, type TextStyle } from "./diagnostics/format-text.js";
export { fixManifests, type AppliedFix, type FixResult } from "./fix-manifests.js";
export { check, generate } from "./generate.js";
export type { CheckResult, GenerateOptions, GenerateResult } from "./generate.js";
export { memoryHost, type Host, type PathKind } from "./host.js";
export { moduleSpecifier } from "./emit/imports.js";
export { implementationText, type ImplementationParts } from "./implementations/implementation-text.js";
export { mapSchemas } from "./json-schema/walk-schema.js";
export { editorSchema } from "./schema/editor-schema.js";
export type { ModelRule } from "./lint/rule.js";
export type { ManifestTest } from "./model/manifest.js";
export type { Origin, ToolModel, ToolNames } from "./model/tool-model.js";
export { camelCase, pascalCase } from "./names/tool-names.js";
export { toolsetMembers } from "./toolset-members.js";
export { nodeHost } from "./node-host.js";
export type { ProjectOptions } from "./open-project.js";
export type { FileState, FileStatus } from "./output/freshness.js";
export type { GeneratedFile } from "./output/generated-file.js";
export type { WrittenFile } from "./output/write-output.js";
export { analyze, type Analysis } from "./analyze.js";
export { shortDiff } from "./output/short-diff.js";
export { verifyDeterministic } from "./verify-deterministic.js";
