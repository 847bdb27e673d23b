import type { ProviderLimits } from "../limits.js";
import { readIn } from "../schema-dialect.js";

const converse = readIn("Amazon Bedrock API reference, ToolSpecification", "2026-10", "A");

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

const media = readIn("Amazon Bedrock API reference, Message, ImageBlock and DocumentBlock", "2026-11", "A");

/** Limits of Bedrock's Converse API. */
export const bedrockLimits: ProviderLimits = {
  namePattern: { value: "^[a-zA-Z0-9_-]+$", source: converse },
  nameLength: { value: 64, source: converse },
  imageTypes: { value: ["image/png", "image/jpeg", "image/gif", "image/webp"], source: media },
  imageBytes: { value: 3.75 * 1024 ** 2, source: media },
  fileTypes: { value: Object.keys(documentFormats), source: media },
  fileBytes: { value: 4.5 * 1024 ** 2, source: media },
};
