import type { ToolExecution } from "@toolkiln/runtime";

/** Shows what a call came to, for people. */
export function showExecution({ status, result, durationMs }: ToolExecution): string {
  const head = result.success ? result.message : `${result.error.message} (${result.error.code ?? status})`;
  const artifacts = result.artifacts.map(({ action, path, type }) => `${action}  ${path}  ${type}`);
  const reason = result.success || result.message === result.error.message ? [] : [result.message];
  return [head, ...reason, ...body(result.data), ...artifacts, `${status} in ${durationMs.toFixed(0)} ms`]
    .map(visible)
    .join("\n");
}

function body(data: unknown): string[] {
  if (typeof data === "object" && data !== null && "content" in data && typeof data.content === "string") {
    return ["", data.content, ""];
  }
  return data === undefined ? [] : ["", JSON.stringify(data, undefined, 2), ""];
}

/** Control and direction characters must not act on the terminal. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
}
