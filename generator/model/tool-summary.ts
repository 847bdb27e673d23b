import type { RiskLevel, ToolSpec } from "@toolkiln/runtime";

/** What a list shows of a tool. */
export interface ToolSummary {
  readonly id: string;
  readonly wireName: string;
  readonly name: string;
  readonly category: string;
  readonly risk: RiskLevel;
  readonly kind: string;
  readonly tags: readonly string[];
}

/** Summarises a tool for a list. */
export function summarizeTool({
  id,
  wireName,
  name,
  category,
  risk,
  kind,
  tags = [],
}: Pick<ToolSpec, keyof ToolSummary>): ToolSummary {
  return { id, wireName, name, category, risk, kind, tags };
}
