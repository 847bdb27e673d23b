import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interpretSchema } from "../../../generator/json-schema/interpret-schema.js";
import { compileSchema } from "../../../generator/json-schema/schema-compiler.js";
import { defaultsSchema, manifestSchema } from "../../../generator/lint/manifest-schema.js";
import type { JsonObject } from "../../../generator/model/json-object.js";
import { parse } from "../../../generator/read/parse-source.js";
import { repositoryRoot } from "../../support/repository.js";
import { mutate } from "../support/mutate.js";
import { Random } from "../support/random.js";

/** Every YAML file of the repository's tools and of the golden cases, as far as it can be read. */
const values = ["manifests", "test/golden"].flatMap((folder) =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => {
      const { value, problems } = parse(readFileSync(join(repositoryRoot, folder, file), "utf8"));
      return problems.length === 0 && typeof value === "object" && value !== null ? [value] : [];
    }),
);

function validatorOf(schema: JsonObject): (value: unknown) => boolean {
  const validate = compileSchema(schema, "first-error");
  if (validate instanceof Error) throw validate;
  return (value) => validate(value);
}

describe("interpreting a schema", () => {
  it.each([
    ["manifest", manifestSchema(["own"]), 300],
    ["folder's defaults", defaultsSchema(), 10],
  ])("tells of files and of what becomes of them what a validator of a %s tells", (_, schema, each) => {
    const [accepts, validate] = [interpretSchema(schema), validatorOf(schema)];
    const random = new Random(7);
    const disagreements: unknown[] = [];
    const answers = { true: 0, false: 0 };
    for (const original of values) {
      let value: unknown = original;
      for (let round = 0; round < 40; round++) {
        const answer = validate(value);
        answers[`${answer}`]++;
        if (accepts(value) !== answer) disagreements.push(value);
        ({ value } = mutate(random.chance(0.5) ? original : value, random));
      }
    }
    expect(disagreements).toEqual([]);
    expect(Math.min(answers.true, answers.false)).toBeGreaterThan(each);
  });

  const schema = {
    type: "object",
    properties: {
      text: { type: "string", minLength: 2, maxLength: 3 },
      whole: { type: "integer", minimum: 0 },
      number: { type: ["number", "null"], exclusiveMinimum: 0 },
      list: { type: "array", minItems: 1, uniqueItems: true },
      next: { $ref: "#/definitions/next" },
    },
    minProperties: 1,
    definitions: { next: { additionalProperties: { $ref: "#/definitions/next" }, type: "object" } },
  };

  const telling: readonly unknown[] = [
    { text: "ab" },
    { text: "👍" },
    { text: "👍👍👍" },
    { text: "abcd" },
    { whole: 0 },
    { whole: 1.5 },
    { whole: -1 },
    { whole: Number.NaN },
    { number: 0 },
    { number: 0.5 },
    { number: null },
    { list: [] },
    { list: [1, "1", null] },
    { list: [1, 1] },
    { next: { next: { next: {} } } },
    { next: { next: { next: 1 } } },
    { toString: 1, other: undefined },
    {},
    [],
    null,
  ];

  it.each(telling.map((value) => ({ value })))("agrees with a validator about $value", ({ value }) => {
    expect(interpretSchema(schema)(value)).toBe(validatorOf(schema)(value));
  });

  it.each([{ list: [{ a: 1 }, { a: 2 }] }, { number: Number.POSITIVE_INFINITY }])(
    "leaves %j to a validator",
    (value) => {
      expect(interpretSchema(schema)(value)).toBe(false);
      expect(validatorOf(schema)(value)).toBe(true);
    },
  );

  it.each([
    [{ format: "uri" }, "`format` is none of the keywords"],
    [{ if: { minLength: 1 } }, "`if` with anything but a type"],
    [{ $ref: "#/definitions/none" }, "#/definitions/none points at no definition"],
  ])("throws at %j, which it cannot tell of", (unknown, message) => {
    expect(() => interpretSchema(unknown)).toThrow(message);
  });
});
