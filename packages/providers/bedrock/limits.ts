import { limitsFrom, type ProviderLimits } from "../limits.js";

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

/** Limits of Bedrock's Converse API. */
export const bedrockLimits: ProviderLimits = {
  ...limitsFrom("Amazon Bedrock API reference, ToolSpecification", "2026-10", "A", {
    namePattern: "^[a-zA-Z0-9_-]+$",
    nameLength: 64,
  }),
  ...limitsFrom("Amazon Bedrock API reference, Message, ImageBlock and DocumentBlock", "2026-11", "A", {
    imageTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"],
    imageBytes: 3.75 * 1024 ** 2,
    fileTypes: Object.keys(documentFormats),
    fileBytes: 4.5 * 1024 ** 2,
  }),
};
