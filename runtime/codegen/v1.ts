// The only entry that generated code imports. Names and meanings are stable as long as `v1` exists.
export { fullFormats } from "./formats.js";
export { equal, fail, failAll, matchRules, ucs2length, withDefaults } from "./validator-helpers.js";
export { isMultipleOf } from "./is-multiple-of.js";
export { callReference, duplicateItems, Evaluated, evaluatedOf } from "./validation-run.js";
export type { ImplementationsOf } from "../registry/registry-contracts.js";
export type { ToolRegistry } from "../registry/tool-registry.js";
export { catalogOf, createRegistry, toolIndex, type ToolCatalog } from "../registry/create-registry.js";
export { defineContract } from "../tool/define-contract.js";
export type { JsonSchema } from "../tool/json-schema.js";
export { ToolBase } from "../tool/tool-base.js";
// Exported so that declaration files can name the inferred type of a `tool`.
export type { Tool } from "../tool/tool.js";
export type {
  AllDataOf,
  AllInputsOf,
  AllInputsOf as InputsOf,
  AllParamsOf,
  NothingInjected,
  ToolContract,
  WireName,
} from "../tool/tool-contract.js";
export type { NoServices } from "../context/tool-services.js";
export type { ToolIndexEntry } from "../tool/tool-spec.js";
export type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
export type {
  DiffData,
  FileContentData,
  FileListData,
  ImageResultData,
  ImageResultData as ImageData,
  TableData,
  TextData,
} from "../kinds/well-known-kinds.js";
