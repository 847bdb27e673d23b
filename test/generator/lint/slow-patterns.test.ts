import { describe, expect, it } from "vitest";
import { codesOf, diagnosticsOf } from "../support/manifests.js";

const property = (schema: string): string =>
  `schema:\n  properties:\n    value: { description: A value., ${schema} }\n`;
const quadratic = String.raw`pattern: '\w+\.txt$'`;

describe("a pattern that is slow for long texts", () => {
  it("is rejected without `maxLength`, and a safe limit is suggested", async () => {
    const [found] = await diagnosticsOf(property(`type: string, ${quadratic}`));
    expect(found).toMatchObject({
      code: "TK3004",
      message: expect.stringContaining("is too slow for long texts") as string,
      help: expect.stringContaining("Add `maxLength: 1400` or less") as string,
      fix: { title: "add `maxLength: 1400`", edits: [{ text: "maxLength: 1400, " }] },
    });
  });

  it("is accepted with that limit and rejected with a higher one", async () => {
    expect(await codesOf(property(`type: string, maxLength: 1400, ${quadratic}`))).toEqual([]);
    const [found] = await diagnosticsOf(property(`type: string, maxLength: 3000, ${quadratic}`));
    expect(found).toMatchObject({ code: "TK3004" });
    expect(found?.fix).toBeUndefined();
  });

  it("gets the limit on a separate line in a block mapping", async () => {
    const [found] = await diagnosticsOf(
      `schema:\n  properties:\n    value:\n      description: A value.\n      ${quadratic}\n`,
    );
    expect(found?.fix?.edits).toEqual([expect.objectContaining({ text: "maxLength: 1400\n      " })]);
  });

  it("gets no limit below the length of its default", async () => {
    const [found] = await diagnosticsOf(
      property(`type: string, ${quadratic}, default: "${"a".repeat(1500)}.txt"`),
    );
    expect(found).toMatchObject({ code: "TK3004" });
    expect(found?.fix).toBeUndefined();
  });

  it.each([
    ["a list", `type: array, items: { type: string, maxLength: 1400, ${quadratic} }`],
    ["a map", `type: object, additionalProperties: { type: string, maxLength: 1400, ${quadratic} }`],
    ["the names of a map", `type: object, propertyNames: { maxLength: 1400, ${quadratic} }`],
    ["a list of references", `type: array, items: { $ref: "#/$defs/name" }`],
    ["a schema that contains itself", `$ref: "#/$defs/tree"`],
  ])("needs a lower limit in %s, which can contain any number of texts", async (_, schema) => {
    const definitions = `  $defs:\n    name: { type: string, maxLength: 1400, ${quadratic} }\n    tree: { type: object, properties: { name: { type: string, maxLength: 1400, ${quadratic}, description: N. }, left: { $ref: "#/$defs/tree", description: L. }, right: { $ref: "#/$defs/tree", description: R. } } }\n`;
    const found = await diagnosticsOf(property(schema) + (schema.includes("$ref") ? definitions : ""));
    const slow = found.filter(({ code }) => code === "TK3004");
    expect(slow).not.toEqual([]);
    expect(slow[0]?.help).toMatch(/Add `maxLength: \d\d` or less/);
  });

  it("is rejected in `patternProperties`, which has no limit", async () => {
    const found = await codesOf(property(String.raw`type: object, patternProperties: { '\w+\.txt$': {} }`));
    expect(found).toEqual(["TK3004"]);
  });

  it("is accepted in a rule when the parameter has a limit", async () => {
    const rule = `rules: [{ when: { value: { ${quadratic} } }, risk: high }]\n`;
    expect(await codesOf(property("type: string, maxLength: 1000") + rule)).toEqual([]);
    expect(await codesOf(property("type: string") + rule)).toEqual(["TK3004"]);
  });
});

it.each(["a".repeat(5000), "(?<=a)b", "(a)\\\\1"])(
  "reports that a pattern cannot be checked: %s",
  async (pattern) => {
    const [found] = await diagnosticsOf(property(`type: string, pattern: "${pattern}"`));
    expect(found).toMatchObject({
      code: "TK3004",
      message: expect.stringContaining("cannot be checked") as string,
    });
  },
);

it("stops checking patterns at a work limit, and reports it", async () => {
  const patterns = Array.from(
    { length: 300 },
    (_, index) =>
      `    p${index}: { description: P., type: string, pattern: "[a-z]{1,60}(-[a-z]{1,60}){0,10}${index}$" }\n`,
  );
  const found = await diagnosticsOf(`schema:\n  properties:\n${patterns.join("")}`);
  const left = found.filter(({ message }) => message.includes("were not checked"));
  expect(left).toHaveLength(1);
  expect(found.at(-1)).toEqual(left[0]);
});
