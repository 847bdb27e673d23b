import type { Ajv2020, Options } from "ajv/dist/2020.js";
import * as codegen from "ajv/dist/compile/codegen/index.js";
import { SchemaEnv } from "ajv/dist/compile/index.js";
import { replaceCode } from "@toolkiln/runtime/validator/keywords";
import { newAjv2020 } from "../../json-schema/schema-compiler.js";
import { rule, type Rule } from "./rewrite-code.js";
import type { CompiledValidator, Validator } from "./validator-code.js";

const { _, stringify, strConcat, ValueScope, ValueScopeName } = codegen;

export interface AjvFunction {
  readonly name: string;
  readonly code: string;
  readonly constants: ReadonlyMap<string, string>;
  /** Runtime helpers and shared functions that it calls. */
  readonly helpers: readonly string[];
  /** Rules that replace Ajv's names for helpers and other functions. */
  readonly renamed: readonly Rule[];
}

/** Prefix of a `$ref` that calls a function of another module, which returns whether the value is valid. */
export const callPrefix = "call:";
/** The same for a function that also takes the value's path and reports errors. */
export const reportPrefix = "report:";

/** Compiles the schemas of validators to functions; each schema's own function comes last. */
export function compileFunctions(validators: readonly Validator[], evaluates: boolean): CompiledValidator[] {
  // Tracking evaluated properties makes the code longer, and few schemas need it.
  const ajv = (instances[`${evaluates}`] ??= newInstance(evaluates));
  // Tools share the instance. It is cleared first, so that no file depends on another.
  ajv.removeSchema();
  Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
  return validators.map((validator) => {
    const { name, schema } = validator;
    ajv.opts.ownProperties = name !== "params" || inheritedNames.test(JSON.stringify(schema));
    compiled.length = 0;
    ajv.addSchema(schema, name).getSchema(name);
    return { ...validator, functions: compiled.map(functionOf) };
  });
}

/** Parameters are copied to plain objects, which inherit only these names. */
const inheritedNames = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})"`);

const instances: { true?: Ajv2020; false?: Ajv2020 } = {};

/** What Ajv compiled for the last schema. */
const compiled: SchemaEnv[] = [];

const options: Options = {
  strict: false,
  // NaN and Infinity are not JSON numbers.
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  code: {
    source: true,
    lines: true,
    optimize: true,
    formats: _`fullFormats`,
    // Only the source is needed; this keeps Ajv from compiling every validator here.
    process: (_code, schema) => {
      if (schema !== undefined) compiled.push(schema);
      return "return () => true";
    },
  },
};

function newInstance(unevaluated: boolean): Ajv2020 {
  const ajv = newAjv2020(options, { unevaluated });
  Object.assign(ajv.opts, { dynamicRef: false });
  addCalls(ajv);
  addNameSets(ajv);
  return ajv;
}

/** Makes references with a prefix call functions of other modules. */
function addCalls(ajv: Ajv2020): void {
  replaceCode(ajv, "$ref", (original) => (cxt) => {
    const { data, gen, it } = cxt;
    const [, prefix, name] = /^(call:|report:)(.*)$/.exec(String(cxt.schema)) ?? [];
    if (name === undefined) return original(cxt);
    const imported = (ref: string) => gen.scopeValue(new ValueScopeName("import", ref), { ref });
    const validate = imported(name);
    if (prefix === callPrefix) return cxt.fail(_`!${validate}(${data})`);
    cxt.pass(_`${validate}(${data}, ${strConcat(_`instancePath`, it.errorPath)})`, () =>
      gen.assign(_`errors`, _`${imported("failAll")}(vErrors ??= [], ${validate})`),
    );
  });
}

/** Ajv compares up to this many property names one by one. */
const maxCompared = 8;

/** Looks up more than `maxCompared` property names in a set; Ajv would use a copy of the whole schema. */
function addNameSets(ajv: Ajv2020): void {
  replaceCode(ajv, "additionalProperties", (original) => (cxt) => {
    const { gen, parentSchema } = cxt;
    const names = Object.keys(Object(parentSchema["properties"]));
    if (names.length <= maxCompared) return original(cxt);
    const code = _`new Set(${stringify(names)})`;
    const known = gen.scopeValue("obj", { key: String(code), ref: names, code });
    const forIn = gen.forIn.bind(gen);
    gen.forIn = (nameOrPrefix, object, body) => {
      gen.forIn = forIn;
      return gen.forIn(nameOrPrefix, object, (key) => gen.if(_`!${known}.has(${key})`, () => body(key)));
    };
    Object.assign(cxt, { parentSchema: { ...parentSchema, properties: {} } });
    original(cxt);
    gen.forIn = forIn;
  });
}

/** The runtime's names for Ajv's helpers. */
const ajvHelpers = new Map([
  ['require("ajv/dist/runtime/ucs2length").default', "ucs2length"],
  ['require("ajv/dist/runtime/equal").default', "equal"],
]);

function functionOf({ validate, validateName }: SchemaEnv): AjvFunction {
  const constants = new Map<string, string>();
  const helpers: string[] = [];
  const renamed: Rule[] = [];
  const { scopeValues = {}, validateCode = "" } = validate?.source ?? {};
  for (const { prefix, str, value } of Object.values(scopeValues).flatMap((names) => [...(names ?? [])])) {
    const helper = prefix === "import" ? str : ajvHelpers.get(String(value?.code));
    if (helper !== undefined) {
      helpers.push(helper);
      if (helper !== str) renamed.push(rule(str, helper));
    } else if (value?.ref instanceof SchemaEnv) {
      renamed.push(rule(`${str}.validate`, String(value.ref.validateName)));
    } else if (value?.code !== undefined) {
      constants.set(str, String(value.code));
      if (prefix === "formats") helpers.push("fullFormats");
    }
  }
  return { name: String(validateName), code: validateCode, constants, helpers, renamed };
}
