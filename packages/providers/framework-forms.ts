import type { SchemaForms } from "./define-provider.js";
import { openaiStrictDialect } from "./openai/dialects.js";

/** The root of a schema in draft-07, with the keywords that every library declares alike. */
export interface JsonSchema7Root {
  type: "object";
  title?: string;
  description?: string;
}

/**
 * How frameworks take schemas: draft-07 without unions at the root. Their strict tools are written as OpenAI wants
 * them, the narrowest of the models behind them.
 */
export function frameworkForms(strict: boolean): SchemaForms {
  const loose = {
    kind: "relayed",
    dialect: { name: "draft-07", draft: "draft-07", rootUnions: false },
  } as const;
  return strict ? [{ kind: "carried", dialect: openaiStrictDialect }, loose] : [loose];
}
