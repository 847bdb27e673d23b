import * as helpers from "@toolkiln/runtime/codegen/v1";
import type { JsonSchema } from "@toolkiln/runtime";
import { validatorCode, type Validator } from "../../../generator/emit/validator/validator-code.js";

/** A validator that was emitted and run in this process. */
export type EmittedValidator = helpers.SchemaValidator;

/** Schemas by use, and for each use by the names of their validators. */
type Validators = Readonly<Partial<Record<Use | "selfContained", Readonly<Record<string, JsonSchema>>>>>;

const kinds = { schemas: "short", conditions: "condition", selfContained: "complete" } as const;

function validatorsOf(given: Validators): Validator[] {
  return (["schemas", "conditions", "selfContained"] as const).flatMap((use) =>
    Object.entries(given[use] ?? {}).map(([name, schema]) => ({ name, schema, kind: kinds[use] })),
  );
}

/** The emitted code, and its validators by name. */
export function emitted(validators: Validators): {
  readonly code: string;
  readonly named: Record<string, EmittedValidator>;
} {
  const { code, functions, helpers: names } = validatorCode(validatorsOf(validators), []);
  const listed = Object.entries(functions).map(([name, target]) => `${name}: ${target}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- emitted code is what is tested here
  const make = new Function(...names, `"use strict";${code}\nreturn { ${listed.join(", ")} };`);
  const named = make(...names.map((name) => Reflect.get(helpers, name) as unknown)) as Record<
    string,
    EmittedValidator
  >;
  return { code, named };
}

/** What a schema is compiled as: a validator that describes errors, or one that only returns whether it matches. */
export type Use = "schemas" | "conditions";

/** The validator that is emitted for a schema. */
export function emittedValidator(schema: JsonSchema, use: Use): EmittedValidator {
  const { schema: validate } = emitted({ schemas: {}, [use]: { schema } }).named;
  if (validate === undefined) throw new Error("No validator was emitted.");
  return validate;
}
