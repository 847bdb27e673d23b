import type { Ajv } from "ajv";
import { type AjvParts, helper, replaceCode } from "./ajv-parts.js";
import type { Evaluation } from "./evaluation.js";

/** Replaces what Ajv does in quadratic time, or for some lists wrongly. */
export function addLists(ajv: Ajv, parts: AjvParts, evaluation: Evaluation | undefined): void {
  const { _ } = parts.codegen;
  replaceCode(ajv, "uniqueItems", () => (cxt) => {
    const { gen, data, schema } = cxt;
    if (schema !== true) return;
    const found = gen.const("found", _`${helper(cxt, parts, "duplicateItems")}(this, ${data})`);
    cxt.setParams({ i: _`${found}[0]`, j: _`${found}[1]` });
    cxt.fail(_`${found} !== undefined`);
  });
  // Among several lists Ajv takes an empty one to contain what the list before it did.
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
      // Nobody reads the errors of items that need not be valid, and there may be many.
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
