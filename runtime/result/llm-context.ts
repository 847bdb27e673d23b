import { getSerializedData } from "./serialized-data.js";
import type { ToolResult } from "./tool-result.js";

/** A result as a model reads it. */
export function toLlmContext(result: ToolResult): string {
  return [...outcome(result), ...artifacts(result), ...followUps(result), ...duration(result)].join("\n");
}

function outcome(result: ToolResult): string[] {
  if (!result.success) {
    const { code, message } = result.error;
    const lines = ["Result: Failed", `Error: ${message}`];
    return code === undefined ? lines : [...lines, `Error Code: ${code}`];
  }
  const data = getSerializedData(result);
  const lines = ["Result: Success", `Message: ${result.message}`];
  return data === "" ? lines : [...lines, `Data: ${data}`];
}

function artifacts(result: ToolResult): string[] {
  if (result.artifacts.length === 0) return [];
  const lines = result.artifacts.flatMap(({ type, path, description }) =>
    description === undefined
      ? [`  - ${type}: ${path}`]
      : [`  - ${type}: ${path}`, `    Description: ${description}`],
  );
  return ["Artifacts:", ...lines];
}

function followUps(result: ToolResult): string[] {
  if (result.suggestedFollowUps.length === 0) return [];
  return ["Suggested next steps:", ...result.suggestedFollowUps.map((step) => `  - ${step}`)];
}

function duration(result: ToolResult): string[] {
  return result.durationMs > 0 ? [`Duration: ${result.durationMs.toFixed(0)}ms`] : [];
}
