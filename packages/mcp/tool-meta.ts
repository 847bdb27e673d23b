import type { ToolExecution, ToolSpec } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";

/** The `_meta` key for tool and result data that MCP does not define. */
export const metaKey = "dev.toolkiln/tool";

type Meta = Record<string, unknown>;

/** The `dev.toolkiln/tool` metadata of a listed tool. */
export function toolMeta({ id, category, risk, kind, tags, deprecated, envelope }: ToolSpec): Meta {
  return { [metaKey]: presentFields({ id, category, risk, kind, tags, deprecated, envelope }) };
}

/** The `dev.toolkiln/tool` metadata of a result; includes an envelope if the manifest does. */
export function resultMeta({ envelope }: ToolSpec, execution: ToolExecution): Meta {
  const { executionId, status, approval, durationMs, result } = execution;
  const call = { kind: result.kind, executionId, status, approval, durationMs };
  return { [metaKey]: envelope === undefined ? call : { ...call, envelope: execution.envelope } };
}
