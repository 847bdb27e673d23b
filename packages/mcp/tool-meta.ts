import type { ToolExecution, ToolSpec } from "@toolkiln/runtime";

/** The key under which tools and results carry what MCP itself has no place for. */
export const metaKey = "dev.toolkiln/tool";

/** What the list holds about a tool under `dev.toolkiln/tool`. */
export function toolMeta({ id, category, risk, kind, tags, deprecated, envelope }: ToolSpec): Meta {
  return {
    [metaKey]: {
      id,
      category,
      risk,
      kind,
      ...(tags !== undefined && { tags }),
      ...(deprecated !== undefined && { deprecated }),
      ...(envelope !== undefined && { envelope }),
    },
  };
}

/** What a result holds about its call under `dev.toolkiln/tool`: an envelope only if the manifest has one. */
export function resultMeta({ id, category, risk, envelope }: ToolSpec, execution: ToolExecution): Meta {
  const { executionId, status, approval, durationMs, result } = execution;
  const call = { id, category, risk, kind: result.kind, executionId, status, approval, durationMs };
  return { [metaKey]: envelope === undefined ? call : { ...call, envelope: execution.envelope } };
}

interface Meta {
  [key: string]: unknown;
}
