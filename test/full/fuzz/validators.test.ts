import type { JsonSchema } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { expect, it } from "vitest";
import { loweredSchema } from "../../generator/support/lowered-schema.js";
import { Random } from "../../generator/support/random.js";
import { emittedValidator } from "../../generator/support/emitted-validator.js";
import { referenceValidator } from "./support/reference-validator.js";
import { RandomSchemas } from "./support/random-schema.js";

/** A short run is the same every time; `npm run fuzz:validators` looks further. */
const schemas = Number(process.env["FUZZ_SCHEMAS"] ?? 150);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const inputsPerSchema = 50;

/** What each of our validators returns, by its name. */
function validatorsOf(schema: JsonSchema): Record<string, (data: unknown) => boolean> {
  const lowered = loweredSchema(schema);
  return {
    "generated validator": emittedValidator(lowered, "schemas"),
    "generated condition": emittedValidator(lowered, "conditions"),
    "run-time validator": compileSchema(structuredClone(schema)),
  };
}

it("validates random schemas as a validator that is not Ajv does", { timeout: 3_600_000 }, async () => {
  const disagreements: unknown[] = [];
  for (let number = 0; number < schemas && disagreements.length < 5; number++) {
    const random = new RandomSchemas(new Random(seed * 1_000_003 + number));
    const schema = random.schema();
    const reference = await referenceValidator(schema);
    const validators = validatorsOf(schema);
    for (let input = 0; input < inputsPerSchema; input++) {
      const value = random.value();
      const expected = reference(value);
      for (const [name, validate] of Object.entries(validators)) {
        if (validate(structuredClone(value)) !== expected)
          disagreements.push({
            name,
            expected,
            number,
            schema: JSON.stringify(schema),
            value: JSON.stringify(value),
          });
      }
    }
  }
  expect(disagreements).toEqual([]);
});
