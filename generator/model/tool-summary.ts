import type { RiskLevel, ToolSpec } from "@toolkiln/runtime";

/** A tool as lists show it. */
export interface ToolSummary {
  readonly id: string;
  readonly wireName: string;
  readonly name: string;
  readonly category: string;
  readonly risk: RiskLevel;
  readonly kind: string;
  readonly tags: readonly string[];
}

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
