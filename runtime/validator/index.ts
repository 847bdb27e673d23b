export { compileSchema, InvalidSchemaError } from "./compile-schema.js";
export { defineTool, type FromSchema, type JsonSchemaToolDefinition } from "./define-tool.js";
export { ToolValidator } from "./tool-validator.js";
export { JsonSchema, JsonSchemaBuilder, type JsonSchemaObject } from "../tool/json-schema.js";
export type { SchemaError, SchemaValidator } from "../validation/schema-validator.js";
