import * as helpers from "@toolkiln/runtime/codegen/v1";
import type { JsonSchema } from "@toolkiln/runtime";
import { validatorCode } from "../../../generator/emit/validator/validator-code.js";

/** What a schema is compiled as: a validator that describes errors, or one that only returns whether it matches. */
export type Use = "schemas" | "conditions";

/** The validator that is emitted for a schema. */
export function emittedValidator(schema: JsonSchema, use: Use): (data: unknown) => boolean {
  const { code, functions, helpers: names } = validatorCode({ schemas: {}, [use]: { schema } });
  // oxlint-disable-next-line typescript/no-implied-eval -- emitted code is what is tested here
  const make = new Function(...names, `"use strict";${code}\nreturn ${functions["schema"]};`);
  return make(...names.map((name) => Reflect.get(helpers, name) as unknown)) as (data: unknown) => boolean;
}
