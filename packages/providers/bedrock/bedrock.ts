import { anthropicStrictDialect } from "../anthropic/anthropic.js";
import { defineProvider, type SentValue } from "../define-provider.js";
import type { Provider } from "../provider.js";
import { limitsFrom } from "../limits.js";

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

/** An entry in the list of tools of the Converse API: a tool or a cache point. */
export type BedrockTool =
  | {
      toolSpec: {
        name: string;
        description: string;
        inputSchema: { json: { [keyword: string]: SentValue } };
        strict?: boolean;
      };
    }
  | { cachePoint: { type: "default"; ttl?: "5m" | "1h" } };

/** Amazon Bedrock's Converse API. */
export const bedrock: Provider<BedrockTool> = defineProvider<BedrockTool>({
  name: "bedrock",
  limits: {
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
  },
  // Of the models with a strict mode, Anthropic's have the narrowest dialect.
  dialects: () => [anthropicStrictDialect, { name: "bedrock", draft: "2020-12", rootUnions: false }],
  carries: () => ["cacheControl"],
  follow: ({ cacheControl }) => cacheControl && { cachePoint: { type: "default", ...cacheControl } },
  define: ({ name, description, schema, strict }) => ({
    toolSpec: {
      name,
      description,
      // The cast is safe, because a schema is JSON.
      inputSchema: { json: { ...schema } as { [keyword: string]: SentValue } },
      ...(strict && { strict }),
    },
  }),
});
