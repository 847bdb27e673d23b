import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import { withoutExtensions } from "../tool/without-extensions.js";

/** A tool as most model interfaces take it. The provider package writes each provider's own dialect. */
export interface FunctionDefinition {
  /** The name that models see. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchemaObject;
}

/** Makes function definitions. Prefer `toDefinitions` of `@toolkiln/providers`, which knows each provider. */
export const FunctionDefinition = {
  /** The definition of a tool's data. */
  fromSpec: ({ wireName, description, inputSchema }: ToolSpec): FunctionDefinition => ({
    name: wireName,
    description,
    parameters: withoutExtensions(inputSchema),
  }),
  /** The definition of a tool. */
  fromTool: (tool: AnyTool): FunctionDefinition => FunctionDefinition.fromSpec(tool.contract.spec),
};
