import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import { withoutExtensions } from "../tool/json-schema-dialect.js";

/** A tool as most model APIs accept it. The provider package writes each provider's own dialect. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;
}

/** Makes function definitions. Prefer `toDefinitions` of `@toolkiln/providers`, which knows each provider. */
export const FunctionDefinition = {
  fromSpec: ({ wireName, description, inputSchema }: ToolSpec): FunctionDefinition => ({
    name: wireName,
    description,
    parameters: withoutExtensions(inputSchema),
  }),
  fromTool: (tool: AnyTool): FunctionDefinition => FunctionDefinition.fromSpec(tool.contract.spec),
};
