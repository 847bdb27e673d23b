import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { expect, it } from "vitest";
import { forLong, fuzz } from "../../fuzz/support/fuzz.js";
import { emittedValidator } from "../../generator/support/emitted-validator.js";
import { loweredSchema } from "../../generator/support/lowered-schema.js";
import { RandomSchemas } from "../../fuzz/support/random-schema.js";
import { referenceValidator } from "./support/reference-validator.js";

const inputsPerSchema = 50;

/** Each of our validators by its name. */
function validatorsOf(schema: JsonSchema): Record<string, (data: unknown) => boolean> {
  const lowered = loweredSchema(schema);
  return {
    "generated validator": emittedValidator(lowered, "schemas"),
    "generated condition": emittedValidator(lowered, "conditions"),
    "run-time validator": compileSchema(structuredClone(schema)),
  };
}

it("agrees with a validator other than Ajv on random schemas", forLong, async () => {
  const findings = await fuzz({
    name: "schemas",
    inputs: 150,
    generate(random) {
      const source = new RandomSchemas(random);
      return {
        schema: source.schema(),
        values: Array.from({ length: inputsPerSchema }, () => source.value()),
      };
    },
    async check({ schema, values }) {
      const reference = await referenceValidator(schema);
      const validators = Object.entries(validatorsOf(schema));
      for (const value of values) {
        const expected = reference(value);
        for (const [name, validate] of validators)
          if (validate(structuredClone(value)) !== expected)
            return `the ${name} ${expected ? "refuses a valid" : "accepts an invalid"} value`;
      }
      return undefined;
    },
  });
  expect(findings).toEqual([]);
});
