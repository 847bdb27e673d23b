import { expect, it } from "vitest";
import { emittedValidator } from "../../../generator/support/emitted-validator.js";
import { loweredSchema } from "../../../generator/support/lowered-schema.js";
import { Random } from "../../../generator/support/random.js";
import { judgeTypes } from "../../../generator/support/type-truth.js";
import { RandomSchemas } from "../../../fuzz/support/random-schema.js";

/** The number of random schemas; their seeds are fixed. */
const schemas = Number(process.env["RANDOM_SCHEMAS"] ?? 150);
const inputsPerSchema = 20;

it(
  "types of random schemas accept all valid values and reject most invalid ones",
  { timeout: 3_600_000 },
  async () => {
    const cases = Array.from({ length: schemas }, (_, number) => {
      const random = new RandomSchemas(new Random(1_000_003 + number));
      const schema = random.schema();
      const validate = emittedValidator(loweredSchema(schema), "schemas");
      const values = Array.from({ length: inputsPerSchema }, () => {
        const data = random.value();
        return { data, valid: validate(structuredClone(data)) };
      });
      return { schema, values };
    });
    const { faulty, refused, broken, missed } = await judgeTypes(cases);
    expect(faulty).toEqual([]);
    expect(refused).toEqual([]);
    expect(missed.length).toBeLessThan(broken * 0.45);
  },
);
