import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { catalog } from "../../generated/catalog.js";
import { largeSchemas, toolDefinitions } from "../support/shared-cases.js";

/** A tool with the given schema; the other fields are placeholders. */
export function toolOf(id: string, inputSchema: JsonSchemaObject, description = "A tool."): ToolSpec {
  return {
    id,
    wireName: id,
    name: id,
    description,
    category: "custom",
    risk: "safe",
    kind: "structured",
    result: {},
    inputSchema: { type: "object", ...inputSchema },
  };
}

function definitions(collection: "real-tools" | "hard-tools"): ToolSpec[] {
  return toolDefinitions(collection).map(({ name, description, inputSchema }, index) => {
    return { ...toolOf(`${collection}:${index}:${name}`, inputSchema, description), wireName: name };
  });
}

/** All tools that the adapters are tested with. */
export const allTools: readonly ToolSpec[] = [
  ...catalog.tools,
  ...definitions("real-tools"),
  ...definitions("hard-tools"),
  ...largeSchemas().map(([file, schema]) => toolOf(file, schema)),
];
