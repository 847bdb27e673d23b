import type { JsonSchema, JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValue } from "../../providers/arbitrary-value.js";
import { toolOf } from "../../providers/case-tools.js";
import { compile, withoutNullable } from "../../providers/schema-validators.js";
import { targets } from "../../providers/targets.js";

/** A short run has a fixed seed; `npm run fuzz:providers` runs longer, with a new seed each time. */
const longRun = process.env["PROVIDER_FUZZ_RUNS"];
const runs = longRun === undefined ? { numRuns: 60, seed: 11 } : { numRuns: Number(longRun) };
const timeout = 2000 * runs.numRuns;

const names = fc.constantFrom("a", "b", "c", "with space", "$dollar", "1st", "constructor", "ünï");
const text = fc.string({ maxLength: 6 });

/** Schemas of the kinds that authors write, in every combination. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchemaObject; object: JsonSchemaObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record(
      { type: fc.constant("string" as const), minLength: fc.nat(3), pattern: fc.constant("^[a-z]*$") },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constantFrom("integer" as const, "number" as const),
        minimum: fc.integer({ min: -5, max: 5 }),
        multipleOf: fc.constant(2),
        default: fc.constant(4),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: fc.constant("boolean" as const) }),
    fc.record({ type: fc.constant(["string", "null"] as const) }),
    fc.record({ type: fc.constant(["string", "integer", "boolean"] as const) }),
    fc
      .uniqueArray(fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), {
        minLength: 1,
        maxLength: 4,
      })
      .map((values) => ({ enum: values as JsonValue[] })),
    fc.record({ const: fc.oneof(text, fc.integer(), fc.boolean()) }),
    tie("object"),
    fc.record(
      {
        type: fc.constant("array" as const),
        items: tie("schema"),
        maxItems: fc.integer({ min: 1, max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record(
      {
        type: fc.constant("object" as const),
        additionalProperties: tie("schema"),
        maxProperties: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ["type", "additionalProperties"] },
    ),
    fc.record(
      {
        type: fc.constant("array" as const),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        items: fc.oneof(fc.constant(false), tie("schema")),
        minItems: fc.nat(3),
      },
      { requiredKeys: ["type", "prefixItems", "items"] },
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), description: text }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record(
      { $ref: fc.constantFrom("#/$defs/node", "#/$defs/leaf", "#"), description: text },
      { requiredKeys: ["$ref"] },
    ),
    fc.record({
      type: fc.constant("string" as const),
      not: fc.constant({ const: "x" }),
      if: fc.constant({ minLength: 2 }),
    }),
  ),
  object: fc
    .tuple(
      fc.dictionary(names, tie("schema"), { maxKeys: 4, noNullPrototype: true }),
      fc.infiniteStream(fc.boolean()),
      fc.constantFrom(false, undefined),
    )
    .map(([properties, coins, additionalProperties]) => ({
      type: "object" as const,
      properties,
      required: Object.keys(properties).filter(() => coins.next().value),
      ...(additionalProperties === false && { additionalProperties }),
    })),
}));

const root: fc.Arbitrary<JsonSchemaObject> = fc
  .tuple(
    fc.dictionary(names, anySchema, { maxKeys: 4, noNullPrototype: true }),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([properties, coins]) => ({
    type: "object",
    properties,
    required: Object.keys(properties).filter(() => coins.next().value),
    additionalProperties: false,
    $defs: {
      leaf: { type: "string", maxLength: 3 },
      node: {
        type: "object",
        properties: { value: { type: "integer" }, next: { $ref: "#/$defs/node" } },
        required: ["value"],
        additionalProperties: false,
      },
    },
  }));

const narrow = targets.filter(
  ({ title }) => /strict|gemini|anthropic/.test(title) && !/responses|agents|ai-sdk/.test(title),
);

describe.each(narrow)("random schemas for $title", (target) => {
  it("decode every encoded value to the original, and accept the encoded value", { timeout }, () => {
    const property = fc.property(root, fc.integer(), (schema, seed) => {
      const validate = compile(schema);
      if (validate === undefined) throw new Error("the schema itself does not compile");
      const tool = target.adapt(toolOf("random", schema));
      const sent = compile(withoutNullable(tool.schema));
      if (sent === undefined)
        throw new Error(`the sent schema does not compile: ${JSON.stringify(tool.schema)}`);
      for (const value of sample(schema, seed)) {
        if (!validate(value)) continue;
        const encoded = tool.encode(value);
        expect(tool.decode(encoded)).toEqual(value);
        // Objects are open by default; if the sent schema closes one, values with additional properties cannot be sent.
        if (tool.losses.some(({ effect }) => effect === "narrowed")) continue;
        expect({ encoded, errors: sent(encoded) ? [] : sent.errors }).toEqual({ encoded, errors: [] });
      }
      for (const value of sample(tool.schema, seed))
        expect(typeof validate(tool.decode(value))).toBe("boolean");
    });
    fc.assert(property, runs);
  });

  it("decode any JSON at all without failing", { timeout }, () => {
    const property = fc.property(root, fc.jsonValue({ maxDepth: 4 }), (schema, value) => {
      const tool = target.adapt(toolOf("random", schema));
      expect(() => tool.decode(value)).not.toThrow();
      expect(() => tool.decode(JSON.stringify(value))).not.toThrow();
    });
    fc.assert(property, runs);
  });
});

function sample(schema: JsonSchema, seed: number): unknown[] {
  return fc.sample(arbitraryValue(schema), { numRuns: 6, seed });
}
