import type { ProviderLimits } from "../limits.js";
import { readIn } from "../schema-dialect.js";

const reference = readIn("openai 6 SDK: FunctionDefinition.name", "2026-11", "A");

const structuredOutputs = readIn(
  "platform.openai.com/docs/guides/structured-outputs, supported schemas",
  "2026-10",
  "A",
);

const vision = readIn(
  "openai 7 SDK: FunctionCallOutput; guide to images and vision. Chat Completions takes text only",
  "2026-11",
  "C",
);

/** OpenAI's limits. */
export const openaiLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z0-9_-]+$", source: reference },
  nameLength: { value: 64, source: reference },
  descriptionLength: {
    value: 1024,
    source: readIn("API reference; some models take more", "2026-10", "C"),
  },
  tools: {
    value: 128,
    source: readIn("the API's answer to larger requests", "2026-09", "B"),
  },
  strictDepth: { value: 10, source: structuredOutputs },
  strictProperties: { value: 5000, source: structuredOutputs },
  strictTextLength: { value: 120_000, source: structuredOutputs },
  strictEnumValues: { value: 1000, source: structuredOutputs },
  imageTypes: { value: ["image/png", "image/jpeg", "image/gif", "image/webp"], source: vision },
  imageBytes: { value: 20 * 1024 ** 2, source: vision },
  fileTypes: { value: ["application/pdf"], source: vision },
  fileBytes: { value: 32 * 1024 ** 2, source: vision },
};
