import { Ajv2020, type Options } from "ajv/dist/2020.js";
import * as codegen from "ajv/dist/compile/codegen/index.js";
import { ValueScope } from "ajv/dist/compile/codegen/scope.js";
import * as compile from "ajv/dist/compile/index.js";
import standalone from "ajv/dist/standalone/index.js";
import * as vocabulary from "ajv/dist/vocabularies/code.js";
import addFormats from "ajv-formats";
import { type AjvExtensions, extendAjv, replaceCode } from "@toolkiln/runtime/validator/keywords";

/** A JSON Schema 2020-12 compiler with the standard formats and the runtime's keywords. */
export function newAjv2020(options: Options, extensions: AjvExtensions = { unevaluated: false }): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  extendAjv(ajv, { codegen, compile, vocabulary }, extensions);
  addCalls(ajv);
  return ajv;
}

/** The `$ref` of a prepared schema that calls a function of another module, which returns whether the value is valid. */
export const callPrefix = "call:";
/** The same for a function that also takes the value's path and reports errors. */
export const reportPrefix = "report:";

function addCalls(ajv: Ajv2020): void {
  const { _, getProperty, strConcat } = codegen;
  replaceCode(ajv, "$ref", (original) => (cxt) => {
    const { data, gen, it } = cxt;
    const [, prefix, name] = /^(call:|report:)(.*)$/.exec(String(cxt.schema)) ?? [];
    if (name === undefined) return original(cxt);
    const validate = gen.scopeValue("func", { ref: name, code: _`require("shared")${getProperty(name)}` });
    if (prefix === callPrefix) return cxt.fail(_`!${validate}(${data})`);
    const failAll = gen.scopeValue("func", { ref: "failAll", code: _`require("shared").failAll` });
    cxt.pass(_`${validate}(${data}, ${strConcat(_`instancePath`, it.errorPath)})`, () =>
      gen.assign(_`errors`, _`${failAll}(vErrors ??= [], ${validate})`),
    );
  });
}

/** Clears all schemas and names of an Ajv instance. */
export function resetAjv(ajv: Ajv2020): void {
  ajv.removeSchema();
  Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
}

export function standaloneCode(ajv: Ajv2020, names: Readonly<Record<string, string>>): string {
  return standalone.default(ajv, { ...names });
}
