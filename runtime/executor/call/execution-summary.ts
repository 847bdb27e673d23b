import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { valueAlong } from "../../validation/json-pointer.js";
import { mask, redact } from "../observe/redact.js";
import { visibleText } from "../observe/log-text.js";

/** Maximum length of a value. */
const maxValueLength = 80;

/** Maximum length of a summary from a tool's hook. */
const maxSummaryLength = 500;

/** One line for the approver: what a call will do. Safe to show, whatever its values. */
export function summarize(tool: AnyTool, params: unknown, input?: unknown): string {
  const { spec } = tool.contract;
  return ownSummary(tool, params, input) ?? fillSummary(spec, params, input) ?? `Execute ${spec.name}`;
}

/** The summary of the tool's hook, which receives no sensitive values. */
function ownSummary(tool: AnyTool, params: unknown, input: unknown): string | undefined {
  if (tool.getExecutionSummary === undefined) return undefined;
  try {
    const summary: unknown = tool.getExecutionSummary(mask(params, tool.contract.spec, input));
    return typeof summary === "string" && summary !== "" ? visibleText(summary, maxSummaryLength) : undefined;
  } catch {
    return undefined;
  }
}

/** Fills the `{parameter}` placeholders of a summary. */
function fillSummary(spec: ToolSpec, params: unknown, input: unknown): string | undefined {
  return spec.executionSummary?.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = valueAlong(redact(params, spec, input), [name]);
    return value === undefined ? placeholder : showValue(value);
  });
}

function showValue(value: unknown): string {
  return visibleText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), maxValueLength);
}
