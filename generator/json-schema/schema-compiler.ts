import type { Ajv2020, Options, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "@toolkiln/runtime";
import { newAjv2020 } from "./ajv-library.js";
import { maxAlternatives } from "./alternatives.js";
import { withoutAnnotations } from "./without-annotations.js";

/** Maximum schemas per Ajv instance; it keeps all of them, so thousands would take gigabytes. */
const schemasPerInstance = 200;
/** Maximum schemas compared with one value. */
const maxComparisons = 20_000;

/** Compiles a bundled schema to a validator that reports all errors or the first; returns an error if it is invalid. */
export function compileSchema(schema: JsonSchema, allErrors: boolean): ValidateFunction | Error {
  // Without annotations, many tools have equal schemas.
  const plain = withoutAnnotations(schema);
  const key = `${allErrors} ${JSON.stringify(plain)}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size >= schemasPerInstance) {
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
