import type { ProviderLimits } from "../limits.js";
import { readIn } from "../schema-dialect.js";

const sdk = readIn("@google/genai 2 SDK: FunctionDeclaration; Vertex stops at 64", "2026-11", "C");

const responseParts = readIn(
  "@google/genai 2 SDK: FunctionResponsePart; Gemini 3 and later, older models take text only",
  "2026-11",
  "C",
);

/** Gemini's limits. */
export const geminiLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z_][a-zA-Z0-9_.-]*$", source: sdk },
  nameLength: { value: 64, source: sdk },
  parameterPattern: { value: "^[a-zA-Z_][a-zA-Z0-9_]{0,63}$", source: { ...sdk, confidence: "A" } },
  imageTypes: { value: ["image/png", "image/jpeg", "image/webp"], source: responseParts },
  imageBytes: { value: 14 * 1024 ** 2, source: responseParts },
  fileTypes: { value: ["application/pdf", "text/plain"], source: responseParts },
  fileBytes: { value: 14 * 1024 ** 2, source: responseParts },
};
