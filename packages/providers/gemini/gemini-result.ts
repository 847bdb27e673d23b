import type { ToolResult } from "@toolkiln/runtime";
import { fitParts, joinTexts, type ContentOptions } from "../content/fit-parts.js";
import { geminiLimits } from "./limits.js";

/** A part of a content with the result of a call. */
export interface GeminiResult {
  functionResponse: {
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

/** The result of a call for Gemini. Models before Gemini 3 refuse media: pass `media: false` for them. */
export async function toGeminiResult(
  call: { readonly id?: string | undefined; readonly name?: string | undefined },
  result: ToolResult,
  options?: ContentOptions,
): Promise<GeminiResult> {
  const fitted = await fitParts(geminiLimits, result, options);
  const text = joinTexts(fitted.filter(({ type }) => type === "text"));
  const parts = fitted.flatMap((part) =>
    part.type === "text" ? [] : [{ inlineData: { mimeType: part.mimeType, data: part.data } }],
  );
  return {
    functionResponse: {
      ...(call.id !== undefined && { id: call.id }),
      name: call.name ?? "",
      response: result.success ? { output: text } : { error: text },
      ...(parts.length > 0 && { parts }),
    },
  };
}
