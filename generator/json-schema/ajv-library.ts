import { createRequire } from "node:module";
import type * as Ajv2020Module from "ajv/dist/2020.js";
import type { Ajv2020, Options } from "ajv/dist/2020.js";
import type * as CodegenModule from "ajv/dist/compile/codegen/index.js";
import type * as ScopeModule from "ajv/dist/compile/codegen/scope.js";
import type * as CompileModule from "ajv/dist/compile/index.js";
import type * as StandaloneModule from "ajv/dist/standalone/index.js";
import type * as VocabularyModule from "ajv/dist/vocabularies/code.js";
import type * as FormatsModule from "ajv-formats";
import { type AjvExtensions, extendAjv, replaceCode } from "@toolkiln/runtime/validator/keywords";

// Ajv consists of many files and takes long to load; linting plainly written manifests does not need it.
const load = createRequire(import.meta.url);

/** A compiler of JSON Schema 2020-12 that knows the usual formats and the keywords of the runtime. */
export function newAjv2020(options: Options, extensions: AjvExtensions = { unevaluated: false }): Ajv2020 {
  const { Ajv2020: Compiler } = load("ajv/dist/2020.js") as typeof Ajv2020Module;
  const { default: addFormats } = load("ajv-formats") as typeof FormatsModule;
  const ajv = new Compiler(options);
  addFormats.default(ajv);
  const parts = {
    codegen: load("ajv/dist/compile/codegen/index.js") as typeof CodegenModule,
    compile: load("ajv/dist/compile/index.js") as typeof CompileModule,
    vocabulary: load("ajv/dist/vocabularies/code.js") as typeof VocabularyModule,
  };
  extendAjv(ajv, parts, extensions);
  addCalls(ajv, parts.codegen);
  return ajv;
}

/** The `$ref` of a prepared schema that calls a function of another module, which returns whether the value is valid. */
export const callPrefix = "call:";
/** The same of a function that takes the value's path, too, and reports errors. */
export const reportPrefix = "report:";

/** Makes references call functions of other modules. */
function addCalls(ajv: Ajv2020, { _, getProperty, strConcat }: typeof CodegenModule): void {
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

/** Makes a compiler forget all schemas and all names. */
export function emptyAjv(ajv: Ajv2020): void {
  const { ValueScope } = load("ajv/dist/compile/codegen/scope.js") as typeof ScopeModule;
  ajv.removeSchema();
  Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
}

/** A module that exports the validators of some of a compiler's schemas. */
export function standaloneCode(ajv: Ajv2020, names: Readonly<Record<string, string>>): string {
  const { default: standalone } = load("ajv/dist/standalone/index.js") as typeof StandaloneModule;
  return standalone.default(ajv, { ...names });
}
