import type { Ajv } from "ajv";
import { type AjvParts, replaceCode } from "./ajv-parts.js";

/**
 * Where only the first error counts, Ajv goes on to the next keyword if the last property or item was valid; without
 * any it stops, as if nothing else were asked.
 */
export function addOutcomes(ajv: Ajv, { codegen: { _ } }: AjvParts): void {
  for (const keyword of ["prefixItems", "propertyNames", "items"])
    replaceCode(ajv, keyword, (original) => (cxt) => {
      const { gen, it } = cxt;
      if (!it.allErrors) {
        const before = gen.const("_errs", _`errors`);
        cxt.ok = () => void gen.if(_`errors === ${before}`);
      }
      original(cxt);
    });
}
