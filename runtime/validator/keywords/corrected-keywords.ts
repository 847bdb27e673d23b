import type { Ajv } from "ajv";
import { type AjvParts, helper, replaceCode } from "./ajv-parts.js";
import type { Evaluation } from "./evaluating-keywords.js";

/** Replaces list keywords that are quadratic or wrong in Ajv. */
export function fixLists(ajv: Ajv, parts: AjvParts, evaluation: Evaluation | undefined): void {
  const { _ } = parts.codegen;
  replaceCode(ajv, "uniqueItems", () => (cxt) => {
    const { gen, data, schema } = cxt;
    if (schema !== true) return;
    const found = gen.const("found", _`${helper(cxt, parts, "duplicateItems")}(this, ${data})`);
    cxt.setParams({ i: _`${found}[0]`, j: _`${found}[1]` });
    cxt.fail(_`${found} !== undefined`);
  });
  // In Ajv, an empty list after another list counts as containing the previous match.
  replaceCode(ajv, "contains", () => (cxt) => {
    const { gen, data, it, parentSchema } = cxt;
    const { minContains: min = 1, maxContains: max } = (it.opts.next === true ? parentSchema : {}) as {
      minContains?: number;
      maxContains?: number;
    };
    const collector = evaluation?.collectorOf(cxt);
    if (min === 0 && max === undefined && collector === undefined) return;
    const valid = gen.name("_valid");
    const count = gen.let("count", 0);
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      const item = { dataProp: index, dataPropType: 0, compositeRule: true, createErrors: false } as const;
      cxt.subschema({ keyword: "contains", ...item }, valid);
      // Drops errors of items that need not match; there may be many.
      cxt.reset();
      gen.if(valid, () => {
        gen.code(_`${count}++`);
        if (collector !== undefined) gen.code(_`${collector}.add(${index})`);
        else if (max === undefined) gen.if(_`${count} >= ${min}`, () => gen.break());
        else gen.if(_`${count} > ${max}`, () => gen.break());
      });
    });
    cxt.setParams({ min, max });
    cxt.pass(max === undefined ? _`${count} >= ${min}` : _`${count} >= ${min} && ${count} <= ${max}`);
  });
}

/** Longer lists of values are searched by hash. */
const longestSearched = 50;

/** Replaces keywords that are inexact or slower than linear in Ajv. */
export function fixValues(ajv: Ajv, parts: AjvParts): void {
  const { _, stringify } = parts.codegen;
  replaceCode(ajv, "multipleOf", () => (cxt) => {
    const { data, schema } = cxt;
    cxt.fail(_`!${helper(cxt, parts, "isMultipleOf")}(${data}, ${schema as number})`);
  });
  // A text longer than `maxLength` is rejected anyway, and the pattern may be slow for it. JSON Schema counts code
  // points, of up to two units.
  replaceCode(ajv, "pattern", (original) => (cxt) => {
    const { maxLength } = cxt.parentSchema as { readonly maxLength?: unknown };
    if (typeof maxLength !== "number") return original(cxt);
    const pattern = parts.vocabulary.usePattern(cxt, cxt.schema as string);
    cxt.fail(_`${cxt.data}.length <= ${2 * maxLength} && !${pattern}.test(${cxt.data})`);
  });
  replaceCode(ajv, "enum", (original) => (cxt) => {
    const { gen, data } = cxt;
    const values = cxt.schema as unknown[];
    // Ajv rejects an empty `enum`, which only means that nothing is allowed.
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

/** As many errors as `describeSchemaErrors` reads; more from one list or map would only take memory. */
const maxLoopErrors = 400;

const loops = ["items", "additionalItems", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"]; // prettier-ignore

/** Corrects the end of loops over items and properties. */
export function fixLoops(ajv: Ajv, { codegen: { _ } }: AjvParts): void {
  // Without `allErrors`, Ajv continues with the next keyword if the last property or item was valid; if there is none,
  // it stops and skips the other keywords.
  for (const keyword of ["prefixItems", "propertyNames", "items"])
    replaceCode(ajv, keyword, (original) => (cxt) => {
      const { gen, it } = cxt;
      if (!it.allErrors) {
        const before = gen.const("_errs", _`errors`);
        cxt.ok = () => void gen.if(_`errors === ${before}`);
      }
      original(cxt);
    });
  for (const keyword of loops)
    replaceCode(ajv, keyword, (original) => (cxt) => {
      const { gen, it, schema } = cxt;
      // Schema lists have no loop.
      if (!it.allErrors || Array.isArray(schema) || typeof schema !== "object") return original(cxt);
      const before = gen.const("_errs", _`errors`);
      const subschema = cxt.subschema.bind(cxt);
      cxt.subschema = (application, valid) => {
        gen.if(_`errors - ${before} >= ${maxLoopErrors}`, () => gen.break());
        return subschema(application, valid);
      };
      original(cxt);
    });
}
