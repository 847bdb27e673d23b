import type { ToolSpec } from "@toolkiln/runtime";

/** A tool as lists show it. */
export type ToolSummary = Required<
  Pick<ToolSpec, "id" | "wireName" | "name" | "category" | "risk" | "kind" | "tags">
>;

export function summarizeTool(tool: Pick<ToolSpec, keyof ToolSummary>): ToolSummary {
  const { id, wireName, name, category, risk, kind, tags = [] } = tool;
  return { id, wireName, name, category, risk, kind, tags };
}
