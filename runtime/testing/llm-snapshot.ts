import { toLlmContext } from "../result/llm-context.js";
import type { ToolOutcome } from "../result/tool-outcome.js";

/** What a model reads of a result, without the time that the call took: the same in every run, for snapshots. */
export function llmSnapshot(result: ToolOutcome): string {
  return toLlmContext(result).replace(/\nDuration: .*$/, "");
}
