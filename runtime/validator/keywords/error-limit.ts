import type { Ajv } from "ajv";
import { type AjvParts, replaceCode } from "./ajv-parts.js";

/** As many errors are looked at when they are described; more of one list or map would only take memory. */
const mostErrors = 400;

const loops = [
  "items",
  "additionalItems",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
];

/** Ends the loops over items and properties when they have found enough errors. */
export function addErrorLimit(ajv: Ajv, { codegen: { _ } }: AjvParts): void {
  for (const keyword of loops)
    replaceCode(ajv, keyword, (original) => (cxt) => {
      const { gen, it, schema } = cxt;
      // A list of schemas is no loop.
      if (!it.allErrors || Array.isArray(schema) || typeof schema !== "object") return original(cxt);
      const before = gen.const("_errs", _`errors`);
      const subschema = cxt.subschema.bind(cxt);
      cxt.subschema = (application, valid) => {
        gen.if(_`errors - ${before} >= ${mostErrors}`, () => gen.break());
        return subschema(application, valid);
      };
      original(cxt);
    });
}
