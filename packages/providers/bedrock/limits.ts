import type { ProviderLimits } from "../limits.js";
import type { LimitSource } from "../schema-dialect.js";

const converse: LimitSource = {
  text: "Amazon Bedrock API reference, ToolSpecification",
  date: "2026-10",
  confidence: "A",
};

/** Documents of the Converse API by their MIME types. */
export const documentFormats = {
  "application/pdf": "pdf",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
} as const;

const media: LimitSource = {
  text: "Amazon Bedrock API reference, Message, ImageBlock and DocumentBlock",
  date: "2026-11",
  confidence: "A",
};

/** What the Converse API of Bedrock accepts. */
export const bedrockLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z0-9_-]+$", source: converse },
  nameLength: { value: 64, source: converse },
  imageTypes: { value: ["image/png", "image/jpeg", "image/gif", "image/webp"], source: media },
  imageBytes: { value: 3.75 * 1024 ** 2, source: media },
  fileTypes: { value: Object.keys(documentFormats), source: media },
  fileBytes: { value: 4.5 * 1024 ** 2, source: media },
};
