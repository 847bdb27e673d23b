import type { ToolExecution, ToolSpec } from "@toolkiln/runtime";

/** The key under which tools and results carry what MCP itself has no place for. */
export const metaKey = "dev.toolkiln/tool";

/** What a tool of the list says of itself under `dev.toolkiln/tool`. */
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

/** What a result says of its call under `dev.toolkiln/tool`. */
export function resultMeta({ id, category, risk }: ToolSpec, execution: ToolExecution): Meta {
  const { executionId, status, approval, durationMs, result, envelope } = execution;
  const { kind } = result;
  return {
    [metaKey]: { id, category, risk, kind, executionId, status, approval, durationMs, envelope },
  };
}

interface Meta {
  readonly [key: string]: unknown;
}
