import type { Tool } from "@modelcontextprotocol/server";
import { mcp } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { DataPlacement } from "../mcp-server-options.js";
import { toolMeta } from "../tool-meta.js";
import { categoryIcon } from "./category-icon.js";

/** The MCP definition of a tool, with its spec. */
export interface ServedTool {
  readonly spec: ToolSpec;
  readonly definition: Tool;
}

/** The definition of a tool. Its schemas come from the manifest; clients cannot change them. */
export function toServedTool(spec: ToolSpec, data: DataPlacement): ServedTool {
  const { outputSchema, ...definition } = mcp.adapt(spec).definition;
  const icons = categoryIcon(spec);
  return {
    spec,
    definition: {
      ...definition,
      // A schema makes structured content required.
      ...(outputSchema !== undefined && data !== "text" && { outputSchema }),
      ...(icons.length > 0 && { icons }),
      _meta: toolMeta(spec),
    },
  };
}
