import { diagnostic } from "../../diagnostics/catalog.js";
import { replaceValue } from "../edit-value.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** Parameters are an object. */
export const rootTypeRule: LintRule = schemaRule(
  "root-type",
  function* ({ schema, path, view, role, parent }) {
    if (role !== "parameters" || parent !== undefined) return;
    const types = typesOf(schema);
    if (types === undefined || (types.length === 1 && types[0] === "object")) return;
    const where = [...path, "type"];
    const isObject = schema["properties"] !== undefined;
    const fix = isObject ? replaceValue(view.source, where, "object", "write `object`") : undefined;
    const message = `The parameters must be an object, not ${types.join(" or ")}.`;
    const help = "Describe the value as a property of an object: `properties: { value: … }`.";
    yield diagnostic("TK3026", view.place(where), message, { help, fix });
  },
);
