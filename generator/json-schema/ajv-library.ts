import { Ajv2020, type Options } from "ajv/dist/2020.js";
import * as codegen from "ajv/dist/compile/codegen/index.js";
import * as compile from "ajv/dist/compile/index.js";
import * as vocabulary from "ajv/dist/vocabularies/code.js";
import addFormats from "ajv-formats";
import { type AjvExtensions, extendAjv } from "@toolkiln/runtime/validator/keywords";

/** A JSON Schema 2020-12 compiler with the standard formats and the runtime's keywords. */
export function newAjv2020(options: Options, extensions: AjvExtensions = { unevaluated: false }): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  extendAjv(ajv, { codegen, compile, vocabulary }, extensions);
  return ajv;
}
