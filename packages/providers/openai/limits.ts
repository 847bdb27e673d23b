import type { ProviderLimits } from "../limits.js";
import type { LimitSource } from "../schema-dialect.js";

const reference: LimitSource = {
  text: "openai 6 SDK: FunctionDefinition.name",
  date: "2026-11",
  confidence: "A",
};

const structuredOutputs: LimitSource = {
  text: "platform.openai.com/docs/guides/structured-outputs, supported schemas",
  date: "2026-10",
  confidence: "A",
};

const vision: LimitSource = {
  text: "openai 7 SDK: FunctionCallOutput; guide to images and vision. Chat Completions takes text only",
  date: "2026-11",
  confidence: "C",
};

/** What OpenAI accepts. */
export const openaiLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z0-9_-]+$", source: reference },
  nameLength: { value: 64, source: reference },
  descriptionLength: {
    value: 1024,
    source: { text: "API reference; some models take more", date: "2026-10", confidence: "C" },
  },
  tools: {
    value: 128,
    source: { text: "the API's answer to larger requests", date: "2026-09", confidence: "B" },
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
