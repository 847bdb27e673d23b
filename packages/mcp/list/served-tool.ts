import type { Icon, Tool } from "@modelcontextprotocol/server";
import { mcp } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { DataPlacement } from "../mcp-server-options.js";
import { toolMeta } from "../tool-meta.js";

/** The MCP definition of a tool, with its spec. */
export interface ServedTool {
  readonly spec: ToolSpec;
  readonly definition: Tool;
}

export interface ListingOptions {
  readonly data: DataPlacement;
  readonly icons: (tool: ToolSpec) => readonly Icon[];
}

/** The definition of a tool. Its schemas come from the manifest; clients cannot change them. */
export function toServedTool(spec: ToolSpec, { data, icons }: ListingOptions): ServedTool {
  const { outputSchema, ...definition } = mcp.adapt(spec).definition;
  const toolIcons = icons(spec);
  return {
    spec,
    definition: {
      ...definition,
      // A schema makes structured content required.
      ...(outputSchema !== undefined && data !== "text" && { outputSchema }),
      ...(toolIcons.length > 0 && { icons: [...toolIcons] }),
      _meta: toolMeta(spec),
    },
  };
}
