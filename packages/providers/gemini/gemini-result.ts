import type { ToolResult } from "@toolkiln/runtime";
import { isRecord, toJsonValue } from "@toolkiln/runtime/json";
import { fitParts, joinTexts, type ContentOptions } from "../content/fit-parts.js";
import type { GeminiOptions } from "./gemini.js";
import { gemini } from "./gemini.js";

/** A content part with the result of a call. */
export interface GeminiResult {
  functionResponse: {
    id?: string;
    name: string;
    response: { [field: string]: unknown };
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

/** The result of a call for Gemini. Models before Gemini 3 reject media: pass `media: false` for them. */
export async function toGeminiResult(
  call: { readonly id?: string | undefined; readonly name?: string | undefined },
  result: ToolResult,
  options?: ContentOptions & Pick<GeminiOptions, "outputSchema">,
): Promise<GeminiResult> {
  const fitted = await fitParts(gemini.limits, result, options);
  const text = joinTexts(fitted.filter(({ type }) => type === "text"));
  const parts = fitted.flatMap((part) =>
    part.type === "text" ? [] : [{ inlineData: { mimeType: part.mimeType, data: part.data } }],
  );
  return {
    functionResponse: {
      ...(call.id !== undefined && { id: call.id }),
      name: call.name ?? "",
      response: responseOf(result, text, options?.outputSchema),
      ...(parts.length > 0 && { parts }),
    },
  };
}

/** The text, or the data if its schema was sent. */
function responseOf(result: ToolResult, text: string, outputSchema = false): { [field: string]: unknown } {
  if (!result.success) return { error: text };
  const data = outputSchema ? toJsonValue(result.data) : undefined;
  return isRecord(data) ? { ...data } : { output: text };
}
