import type { Ajv } from "ajv";
import { type AjvParts, helper, replaceCode } from "./ajv-parts.js";

/** Lists of values that are longer than this are searched by hash instead of one by one. */
const longestSearched = 50;

/** Replaces what Ajv calculates in binary, and what takes more time than the size of a value. */
export function addValues(ajv: Ajv, parts: AjvParts): void {
  const { _, stringify } = parts.codegen;
  replaceCode(ajv, "multipleOf", () => (cxt) => {
    const { data, schema } = cxt;
    cxt.fail(_`!${helper(cxt, parts, "isMultipleOf")}(${data}, ${schema as number})`);
  });
  // A text that is longer than `maxLength` is refused anyway, and the pattern may be slow for it. A character of JSON
  // Schema takes up to two units.
  replaceCode(ajv, "pattern", (original) => (cxt) => {
    const { maxLength } = cxt.parentSchema as { readonly maxLength?: unknown };
    if (typeof maxLength !== "number") return original(cxt);
    const pattern = parts.vocabulary.usePattern(cxt, cxt.schema as string);
    cxt.fail(_`${cxt.data}.length <= ${2 * maxLength} && !${pattern}.test(${cxt.data})`);
  });
  replaceCode(ajv, "enum", (original) => (cxt) => {
    const { gen, data } = cxt;
    const values = cxt.schema as unknown[];
    // Ajv refuses an empty list, although it only means that nothing is allowed.
    if (values.length === 0) return cxt.fail();
    const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;
    if (values.length <= longestSearched || !values.every(isScalar)) return original(cxt);
    const key = JSON.stringify(values);
    const allowed = gen.scopeValue("obj", {
      key,
      ref: new Set(values),
      code: _`new Set(${stringify(values)})`,
    });
    cxt.fail(_`!${allowed}.has(${data})`);
  });
}
