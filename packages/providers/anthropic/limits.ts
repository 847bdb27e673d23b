import type { ProviderLimits } from "../limits.js";
import { readIn } from "../schema-dialect.js";

const structured = readIn("docs.anthropic.com, strict tool use: limits of a request", "2026-10", "A");

const blocks = readIn(
  "@anthropic-ai/sdk 1: ToolResultBlockParam, Base64ImageSource, DocumentBlockParam",
  "2026-11",
  "A",
);

const toolUse = readIn("docs.anthropic.com, tool use; older clients stop at 64", "2026-10", "A");

/** Anthropic's limits. */
export const anthropicLimits: ProviderLimits = {
  namePattern: {
    value: "^[a-zA-Z0-9_-]+$",
    source: toolUse,
  },
  nameLength: {
    value: 128,
    source: toolUse,
  },
  parameterPattern: {
    value: "^[a-zA-Z0-9_.-]{1,64}$",
    source: readIn("the API's answer to other property keys", "2026-08", "B"),
  },
  strictTools: { value: 20, source: structured },
  strictOptionalParameters: { value: 24, source: structured },
  strictUnionParameters: { value: 16, source: structured },
  imageTypes: { value: ["image/png", "image/jpeg", "image/gif", "image/webp"], source: blocks },
  imageBytes: {
    value: 3_932_160,
    source: readIn("the API's answer to larger images: 5 MB of base64", "2026-09", "B"),
  },
  fileTypes: { value: ["application/pdf", "text/plain"], source: blocks },
  fileBytes: {
    value: 24 * 1024 ** 2,
    source: readIn("docs.anthropic.com, PDF: 32 MB a request", "2026-10", "C"),
  },
};
