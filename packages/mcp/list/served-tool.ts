import type { Icon, Tool } from "@modelcontextprotocol/server";
import { mcp } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { DataPlacement } from "../mcp-server-options.js";
import { toolMeta } from "../tool-meta.js";

/** A tool as it is listed, with what is needed to call it. */
export interface ServedTool {
  readonly spec: ToolSpec;
  readonly definition: Tool;
}

/** What the list contains beside the manifest. */
export interface ListingOptions {
  readonly data: DataPlacement;
  readonly icons: (tool: ToolSpec) => readonly Icon[];
}

/** The definition of a tool. What it promises comes from the manifest alone; no client can change it. */
export function toServedTool(spec: ToolSpec, { data, icons }: ListingOptions): ServedTool {
  const { outputSchema, ...definition } = mcp.adapt(spec).definition;
  const pictures = icons(spec);
  return {
    spec,
    definition: {
      ...definition,
      // Who promises structured content has to send it.
      ...(outputSchema !== undefined && data !== "text" && { outputSchema }),
      ...(pictures.length > 0 && { icons: [...pictures] }),
      _meta: toolMeta(spec),
    },
  };
}
