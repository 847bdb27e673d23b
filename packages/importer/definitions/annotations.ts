import type { RiskLevel } from "@toolkiln/runtime";
import type { ToolHints } from "@toolkiln/runtime/vocabulary";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedTool } from "../imported-tool.js";

/**
 * Risk and hints of MCP annotations. What only reads is safe, or low where it reaches beyond the machine; what changes
 * something is medium, and high where it destroys. Annotations are promises of the server: read the table before trusting them.
 */
export function annotationsOf(annotations: unknown): Pick<ImportedTool, "risk" | "hints" | "title"> {
  if (!isRecord(annotations) || Object.keys(annotations).length === 0) return {};
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint, title } = annotations;
  const risk = riskOf(readOnlyHint, destructiveHint, openWorldHint);
  const hints: ToolHints = {
    ...(typeof idempotentHint === "boolean" && { idempotent: idempotentHint }),
    ...(typeof openWorldHint === "boolean" && { openWorld: openWorldHint }),
    ...(typeof readOnlyHint === "boolean" &&
      readOnlyHint !== (risk === "safe") && { readOnly: readOnlyHint }),
    ...(typeof destructiveHint === "boolean" &&
      readOnlyHint !== true &&
      destructiveHint !== (risk === "high") && { destructive: destructiveHint }),
  };
  return {
    ...(risk !== undefined && { risk }),
    hints,
    ...(typeof title === "string" && { title }),
  };
}

/** MCP takes what says nothing for destructive; for want of a hint approval is asked for all the same. */
function riskOf(readOnly: unknown, destructive: unknown, openWorld: unknown): RiskLevel | undefined {
  if (readOnly === true) return openWorld === true ? "low" : "safe";
  if (destructive === true) return "high";
  return destructive === false || readOnly === false ? "medium" : undefined;
}
