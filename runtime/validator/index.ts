export { compileSchema, InvalidSchemaError } from "./compile-schema.js";
export { defineTool, type JsonSchemaToolDefinition } from "./define-tool.js";
export type { FromSchema } from "./schema-types.js";
export { ToolValidator } from "./tool-validator.js";
export { JsonSchemaBuilder } from "../tool/json-schema-builder.js";
export { JsonSchema } from "../tool/json-schema.js";
export type { JsonSchemaObject } from "../tool/json-schema.js";
export type { SchemaError, SchemaValidator } from "../validation/schema-validator.js";
