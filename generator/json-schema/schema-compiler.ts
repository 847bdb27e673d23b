import type { Ajv2020, Options, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "@toolkiln/runtime";
import { newAjv2020 } from "./ajv-library.js";
import { mostAlternatives } from "./alternatives.js";
import { withoutAnnotations } from "./without-annotations.js";

/** How many schemas one Ajv compiles; it keeps all of them, so that one for thousands would cost gigabytes. */
const schemasPerInstance = 200;

/** What a validator reports: all errors, or the first one. */
export type Thoroughness = "all-errors" | "first-error";

/** Compiles a self-contained schema; an error says what Ajv finds wrong with it. */
export function compileSchema(
  schema: JsonSchema,
  thoroughness: Thoroughness = "all-errors",
): ValidateFunction | Error {
  // Without their texts the schemas of many tools are the same.
  const plain = withoutAnnotations(schema);
  const key = JSON.stringify(plain);
  // Keeping track of what was evaluated takes time, and few schemas ask for it.
  const unevaluated = key.includes('"unevaluated');
  const compiler = `${thoroughness} ${unevaluated}`;
  const known = compilers.get(compiler);
  const compile = known ?? newCompiler(() => newAjv(thoroughness === "all-errors", unevaluated));
  if (known === undefined) compilers.set(compiler, compile);
  return compile(plain, key);
}

type Compiler = (schema: JsonSchema, key: string) => ValidateFunction | Error;

const compilers = new Map<string, Compiler>();

function newCompiler(newInstance: () => Ajv2020): Compiler {
  const cache = new Map<string, ValidateFunction | Error>();
  let ajv: Ajv2020 | undefined;
  let compiled = 0;
  return (schema, key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (ajv === undefined || ++compiled % schemasPerInstance === 0) {
      ajv = newInstance();
      cache.clear();
    }
    let result: ValidateFunction | Error;
    try {
      result = mostAlternatives(schema) > longestComparison ? tooManyAlternatives() : ajv.compile(schema);
    } catch (error) {
      result = describe(error);
    }
    cache.set(key, result);
    return result;
  };
}

/** More schemas than this are not compared with one value. */
const longestComparison = 20_000;

function tooManyAlternatives(): Error {
  return new Error(
    `through references, one value is compared with more than ${longestComparison.toLocaleString("en")} schemas`,
  );
}

/** Ajv recurses into what a schema points at, so a long chain of references ends in an overflow of the stack. */
function describe(error: unknown): Error {
  if (error instanceof RangeError) return new Error("it is nested too deeply through references");
  return error instanceof Error ? error : new Error(String(error));
}

function newAjv(allErrors: boolean, unevaluated: boolean): Ajv2020 {
  const options: Options = {
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors,
    ownProperties: true,
    verbose: true,
    logger: false,
    // A large definition that is pointed at from many places would be written out at each of them.
    inlineRefs: 10,
    code: { optimize: false },
  };
  return newAjv2020(options, { unevaluated });
}
