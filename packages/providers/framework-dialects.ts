import { openaiStrictDialect } from "./openai/dialects.js";
import type { WideDialect } from "./relay/relay-schema.js";
import type { SchemaDialect } from "./schema-dialect.js";

/** The root of a draft-07 schema, with the keywords that all libraries type the same. */
export interface JsonSchema7Root {
  type: "object";
  title?: string;
  description?: string;
}

/** What frameworks accept: draft-07 without root unions. Strict tools use OpenAI's dialect, the narrowest one. */
export const frameworkDialects: { dialect(): WideDialect; readonly strictDialect: SchemaDialect } = {
  dialect: () => ({ name: "draft-07", draft: "draft-07", rootUnions: false }),
  strictDialect: openaiStrictDialect,
};
