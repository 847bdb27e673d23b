import { createRequire } from "node:module";
import type * as Ajv2020Module from "ajv/dist/2020.js";
import type { Ajv2020, KeywordCxt, Options } from "ajv/dist/2020.js";
import type * as CodegenModule from "ajv/dist/compile/codegen/index.js";
import type * as ScopeModule from "ajv/dist/compile/codegen/scope.js";
import type * as StandaloneModule from "ajv/dist/standalone/index.js";
import type * as FormatsModule from "ajv-formats";

// Ajv consists of many files and takes long to load; linting plainly written manifests does not need it.
const load = createRequire(import.meta.url);

/** A compiler of JSON Schema 2020-12 that knows the usual formats. */
export function newAjv2020(options: Options): Ajv2020 {
  const { Ajv2020: Compiler } = load("ajv/dist/2020.js") as typeof Ajv2020Module;
  const { default: addFormats } = load("ajv-formats") as typeof FormatsModule;
  const ajv = new Compiler(options);
  addFormats.default(ajv);
  return ajv;
}

/**
 * Lets validators match a pattern only against texts of at most twice `maxLength` code units: longer ones are refused
 * anyway, and the pattern may be slow for them.
 */
export function guardPatterns(ajv: Ajv2020): Ajv2020 {
  const { _ } = load("ajv/dist/compile/codegen/index.js") as typeof CodegenModule;
  const known = ajv.getKeyword("pattern");
  if (typeof known === "boolean" || !("code" in known)) throw new TypeError("Ajv does not know `pattern`.");
  const code = (cxt: KeywordCxt): void => {
    const { maxLength } = cxt.parentSchema as { readonly maxLength?: unknown };
    if (typeof maxLength !== "number") known.code(cxt);
    else cxt.gen.if(_`${cxt.data}.length <= ${2 * maxLength}`, () => known.code(cxt));
  };
  ajv.removeKeyword("pattern").addKeyword({ ...known, keyword: "pattern", before: "format", code });
  return ajv;
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
