import * as helpers from "@toolkiln/runtime/codegen/v1";
import type { JsonSchema } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { validatorCode } from "../../../generator/emit/validator/validator-code.js";

function validatorOf(schema: JsonSchema): (data: unknown) => unknown {
  const { code, functions, helpers: names } = validatorCode({ schema });
  // oxlint-disable-next-line typescript/no-implied-eval -- emitted code is what is tested here
  const make = new Function(...names, `${code}\nreturn ${functions["schema"]};`);
  return make(...names.map((name) => Reflect.get(helpers, name) as unknown)) as (data: unknown) => unknown;
}

/** Texts that look like what is tidied away, or taken apart, in Ajv's code. */
const texts = [
  "/*# sourceURL=x */",
  '/*# sourceURL="x" */;',
  "a /* comment */ b",
  "// sourceURL",
  '"use strict";',
  "export const a = b;",
  'const a = require("b").c',
  "const schema1 = 1",
  "let valid0 = true;",
  "if(vErrors === null){\nvErrors = [err0];\n}\nelse {\nvErrors.push(err0);\n}",
  "\n\n",
  "\u200b",
  "\\u200b",
];

describe("a text of a schema that looks like code", () => {
  it.each(texts)("is allowed as it is, and nothing else: %j", (text) => {
    for (const schema of [{ enum: [text, "b"] }, { const: text }, { const: { [text]: [text] } }]) {
      const validate = validatorOf(schema);
      const allowed = "enum" in schema ? text : schema.const;
      expect(validate(allowed)).toBe(true);
      expect(validate("")).toBe(false);
      expect(validate({ "": [""] })).toBe(false);
    }
  });

  it.each(texts)("names a property: %j", (text) => {
    const validate = validatorOf({
      type: "object",
      properties: { [text]: { type: "string" } },
      required: [text],
      additionalProperties: false,
    });
    expect(validate({ [text]: "a" })).toBe(true);
    expect(validate({ [text]: 1 })).toBe(false);
    expect(validate({ "": "a" })).toBe(false);
    expect(validate({})).toBe(false);
  });
});
