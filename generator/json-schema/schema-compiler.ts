import { Ajv2020, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import * as codegen from "ajv/dist/compile/codegen/index.js";
import * as compiler from "ajv/dist/compile/index.js";
import * as vocabulary from "ajv/dist/vocabularies/code.js";
import addFormats from "ajv-formats";
import type { JsonSchema } from "@toolkiln/runtime";
import { type AjvExtensions, extendAjv } from "@toolkiln/runtime/validator/keywords";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { inPlaceKeywords, subschemas, walkSchema } from "./walk-schema.js";
import { withoutAnnotations } from "./without-annotations.js";

/** Maximum schemas of all Ajv instances together; they keep each one: thousands take gigabytes. */
const maxSchemas = 200;
/** Maximum schemas compared with one value. */
const maxComparisons = 20_000;

/** Compiles a bundled schema to a validator that reports all errors or the first; returns an error if it is invalid. */
export function compileSchema(schema: JsonSchema, allErrors: boolean): ValidateFunction | Error {
  // Without annotations, many tools have equal schemas.
  const plain = typeof schema === "boolean" ? schema : withoutAnnotations(schema);
  const key = `${allErrors} ${JSON.stringify(plain)}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size >= maxSchemas) {
    compiled.clear();
    instances.clear();
  }
  const result = compile(plain, instanceFor(key, allErrors));
  compiled.set(key, result);
  return result;
}

const compiled = new Map<string, ValidateFunction | Error>();
const instances = new Map<string, Ajv2020>();

function instanceFor(key: string, allErrors: boolean): Ajv2020 {
  // Tracking evaluated properties takes time, and few schemas need it.
  const unevaluated = key.includes('"unevaluated');
  const name = `${allErrors} ${unevaluated}`;
  const ajv = instances.get(name) ?? newAjv2020({ ...options, allErrors }, { unevaluated });
  instances.set(name, ajv);
  return ajv;
}

function compile(schema: JsonSchema, ajv: Ajv2020): ValidateFunction | Error {
  if (maxAlternatives(schema) > maxComparisons) {
    const limit = maxComparisons.toLocaleString("en");
    return new Error(`through references, one value is compared with more than ${limit} schemas`);
  }
  try {
    return ajv.compile(schema);
  } catch (error) {
    // Ajv recurses into references, so a long chain of references overflows the stack.
    if (error instanceof RangeError) return new Error("it is nested too deeply through references");
    return error instanceof Error ? error : new Error(String(error));
  }
}

const options: Options = {
  strict: false,
  meta: false,
  validateSchema: false,
  ownProperties: true,
  verbose: true,
  logger: false,
  // Ajv would inline a large definition at every reference.
  inlineRefs: 10,
  code: { optimize: false },
};

/**
 * The maximum number of schemas that apply to one value of a bundled schema, including referenced ones.
 * A few dozen definitions that each reference the next one twice add up to billions.
 */
export function maxAlternatives(root: JsonSchema): number {
  if (typeof root === "boolean") return 1;
  const known = new Map<JsonObject, number>();
  const count = (schema: unknown): number => {
    if (!isJsonObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Circular references are reported elsewhere.
    known.set(schema, 1);
    let sum = 1;
    for (const inner of subschemas(schema))
      if (inPlaceKeywords.has(inner.keyword)) sum += count(inner.schema);
    if (schema["$ref"] !== undefined) sum += count(localReference(root, schema["$ref"]));
    known.set(schema, sum);
    return sum;
  };
  return walkSchema(root, []).reduce((max, { schema }) => Math.max(max, count(schema)), 1);
}

/** A JSON Schema 2020-12 compiler with the standard formats and the runtime's keywords. */
export function newAjv2020(options: Options, extensions: AjvExtensions = { unevaluated: false }): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  extendAjv(ajv, { codegen, compile: compiler, vocabulary }, extensions);
  return ajv;
}
