import type { ProviderLimits } from "../limits.js";
import type { LimitSource } from "../schema-dialect.js";

const structured: LimitSource = {
  text: "docs.anthropic.com, strict tool use: limits of a request",
  date: "2026-10",
  confidence: "A",
};

const blocks: LimitSource = {
  text: "@anthropic-ai/sdk 1: ToolResultBlockParam, Base64ImageSource, DocumentBlockParam",
  date: "2026-11",
  confidence: "A",
};

/** What Anthropic accepts. */
export const anthropicLimits: ProviderLimits = {
  namePattern: {
    value: "^[a-zA-Z0-9_-]+$",
    source: {
      text: "docs.anthropic.com, tool use; older clients stop at 64",
      date: "2026-10",
      confidence: "A",
    },
  },
  nameLength: {
    value: 128,
    source: {
      text: "docs.anthropic.com, tool use; older clients stop at 64",
      date: "2026-10",
      confidence: "A",
    },
  },
  parameterPattern: {
    value: "^[a-zA-Z0-9_.-]{1,64}$",
    source: { text: "the API's answer to other property keys", date: "2026-08", confidence: "B" },
  },
  strictTools: { value: 20, source: structured },
  strictOptionalParameters: { value: 24, source: structured },
  strictUnionParameters: { value: 16, source: structured },
  imageTypes: { value: ["image/png", "image/jpeg", "image/gif", "image/webp"], source: blocks },
  imageBytes: {
    value: 3_932_160,
    source: { text: "the API's answer to larger images: 5 MB of base64", date: "2026-09", confidence: "B" },
  },
  fileTypes: { value: ["application/pdf", "text/plain"], source: blocks },
  fileBytes: {
    value: 24 * 1024 ** 2,
    source: { text: "docs.anthropic.com, PDF: 32 MB a request", date: "2026-10", confidence: "C" },
  },
};
