import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";

/** Makes one matcher of the compiled conditions of a manifest's rules. */
export function matchRules(conditions: readonly SchemaValidator[]): RuleMatcher {
  return (params) => conditions.map((matches) => matches(params));
}
