import { defineProvider } from "../define-provider.js";
import { limitsFrom } from "../limits.js";
import type { AdaptOptions, Provider } from "../provider.js";

/** A tool with its parameters in plain JSON Schema. */
export interface JsonSchemaTool {
  name: string;
  description: string;
  schema: { [keyword: string]: unknown };
}

/** Which JSON Schema to write. */
export interface JsonSchemaOptions extends AdaptOptions {
  readonly draft?: "2020-12" | "draft-07";
}

const dialects = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
} as const;

/** Plain JSON Schema. */
export const jsonSchema: Provider<JsonSchemaTool, JsonSchemaOptions> = defineProvider({
  name: "json-schema",
  limits: limitsFrom("toolkiln's own format: the limits of manifests", "2026-11", "A", {
    namePattern: "^[a-zA-Z0-9._-]+$",
    nameLength: 128,
  }),
  examples: "schema",
  dialects: ({ draft = "2020-12" }) => [{ name: draft, draft, extensions: true }],
  define: ({ name, description, schema }, { draft = "2020-12" }) => ({
    name,
    description,
    schema: { $schema: dialects[draft], ...schema },
  }),
});
