import { diagnostic } from "../../diagnostics/catalog.js";
import { removeKey } from "../edit-value.js";
import { schemaRule, type LintRule } from "../rule.js";

const understood = /^https?:\/\/json-schema\.org\/(draft-0?[4-7]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/** `$schema` names a dialect that is understood. */
export const dialectRule: LintRule = schemaRule("dialect", function* ({ view, schema: { $schema }, path }) {
  if (typeof $schema !== "string" || understood.test($schema)) return;
  const message = `\`${$schema}\` is not a dialect of JSON Schema; the schema is read as 2020-12.`;
  const fix = removeKey(view.source, [...path, "$schema"], "remove `$schema`");
  yield diagnostic("TK3021", view.place([...path, "$schema"]), message, { fix });
});
