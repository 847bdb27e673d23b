import {
  defineTool as defineStandardTool,
  ToolExecutor,
  ToolRegistry,
  type InputOf,
} from "@toolkiln/runtime";
import {
  defineTool,
  InvalidSchemaError,
  JsonSchemaBuilder,
  type FromSchema,
} from "@toolkiln/runtime/validator";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";

const greet = defineTool({
  id: "greet",
  category: "file-system",
  input: {
    type: "object",
    description: "Greets.",
    properties: {
      name: { type: "string", minLength: 1 },
      times: { type: "integer", default: 2 },
      tone: { enum: ["kind", "short"] },
      file: { type: "string", "x-path": { within: "workspace" } },
    },
    required: ["name"],
    additionalProperties: false,
  },
  run: ({ name, times }) => ({ text: name.repeat(times) }),
});

const count = defineTool({
  id: "count",
  input: JsonSchemaBuilder.create().addInteger("to", "Where to end", { required: true, maximum: 9 }),
  result: { dataSchema: { type: "object", required: ["last"] } },
  run: ({ to }) => (to === 9 ? {} : { last: to }),
});

const pay = defineTool({
  id: "pay",
  input: { type: "object", additionalProperties: false },
  result: {
    dataSchema: {
      type: "object",
      properties: { merchant: { type: "string" } },
      required: ["merchant"],
      additionalProperties: false,
    },
  },
  run: () => ({ payee: "Ann" }),
});

const executor = new ToolExecutor(ToolRegistry.of(greet, count, pay));

describe("a tool with a JSON Schema in code", () => {
  it("validates, fills in defaults and runs", async () => {
    const { result } = await executor.execute("greet", { name: "ab" });
    expect(result).toMatchObject({ success: true, data: { text: "abab" } });
    expect(await executor.execute("count", { to: 3 })).toMatchObject({ result: { data: { last: 3 } } });
  });

  it("reports what is wrong like a generated tool does", async () => {
    const { isValid, errors } = await executor.validate("greet" as string, {
      name: 5,
      tone: "rude",
      more: 1,
    });
    expect(isValid).toBe(false);
    expect(errors.map(({ parameterName, errorCode }) => [parameterName, errorCode])).toEqual(
      expect.arrayContaining([["name", "type_mismatch"]]),
    );
    expect((await executor.dispatch("count", { to: 10 })).status).toBe("invalid");
    expect((await executor.dispatch("count", { to: 9 })).result).toMatchObject({
      error: { code: "InvalidResult" },
    });
  });

  it("describes invalid data as properties of the result", async () => {
    const { result } = await executor.dispatch("pay", {});
    expect(result.error?.message).toBe(
      "The tool returned data that its contract does not allow. merchant: Required property 'merchant' is missing; " +
        "payee: 'payee' is not a property of the result.",
    );
  });

  it("derives its data from the schema", () => {
    expect(greet.contract.spec).toMatchObject({
      name: "Greet",
      description: "Greets.",
      requires: ["workspace"],
      paths: [{ pointer: "/file", within: "workspace" }],
    });
    expect(greet.contract["~standard"].jsonSchema.input({ target: "draft-07" })).toMatchObject({
      type: "object",
    });
  });

  it("is rejected when the schema cannot be used or does not describe an object", () => {
    const run = () => 1;
    expect(() => defineTool({ id: "a", input: { type: "object", minProperties: -1 }, run })).toThrow(
      InvalidSchemaError,
    );
    expect(() => defineTool({ id: "a", input: { type: "string" }, run })).toThrow(
      "must be an object, not string",
    );
  });

  it("is rejected by the main entry, with a hint to the right entry", () => {
    // @ts-expect-error A JSON Schema is no Standard Schema.
    const define = () => defineStandardTool({ id: "a", input: { type: "object" }, run: () => 1 });
    expect(define).toThrow(
      "The schema of tool 'a' is a JSON Schema: use `defineTool` of @toolkiln/runtime/validator.",
    );
  });
});

describe("what only manifests support", () => {
  const tenant = { type: "string", "x-inject": "tenantId" } as const;
  const run = () => 1;
  const zodInput = z.object({ tenant: z.string().meta({ "x-inject": "tenantId" }) });

  it("rejects injected parameters, because the model would choose their values", () => {
    const message = "Tool 'a' needs a manifest to use x-inject (/tenant).";
    expect(() => defineStandardTool({ id: "a", input: zodInput, run })).toThrow(message);
    const input = { type: "object", properties: { tenant } } as const;
    expect(() => defineTool({ id: "a", input, run })).toThrow(message);
    expect(() => defineStandardTool({ id: "a", input: z.object({}), inputSchema: input, run })).toThrow(
      message,
    );
    const builder = JsonSchemaBuilder.create().addProperty("tenant", tenant);
    expect(() => defineTool({ id: "a", input: builder, run })).toThrow(message);
  });

  it.each([
    ["nested", { properties: { a: { properties: { b: tenant } } } }, "/a/b"],
    ["behind a reference", { properties: { a: { $ref: "#/$defs/t" } }, $defs: { t: tenant } }, "$ref"],
  ])("rejects injected parameters %s", (_where, input, place) => {
    expect(() => defineTool({ id: "a", input, run })).toThrow(`to use x-inject (${place})`);
  });

  it("accepts a parameter with the name `x-inject`", () => {
    const input = z.object({ "x-inject": z.string() });
    expect(defineStandardTool({ id: "a", input, run }).contract.id).toBe("a");
  });

  it.each([
    ["rules", [{ when: {}, risk: "critical" }]],
    ["inject", [{ parameter: "a", key: "a" }]],
    ["renamedParameters", { a: "b" }],
  ])("rejects `%s`", (key, value) => {
    const message = `Tool 'a' needs a manifest to use ${key}.`;
    const more = { [key]: value };
    expect(() => defineStandardTool({ id: "a", input: z.object({}), run, ...more })).toThrow(message);
    expect(() => defineTool({ id: "a", input: { type: "object" }, run, ...more })).toThrow(message);
  });
});

it("rejects input that is not an object, even if the schema does not say so", async () => {
  const tool = defineTool({
    id: "untyped",
    input: { properties: { x: { type: "string" } }, required: ["x"] },
    run: async () => ({}),
  });
  expect(await tool.contract.checkInput("hello", undefined)).toMatchObject({ valid: false });
});

it("keeps the library's message about an absent optional parameter", async () => {
  const fields = { a: z.string().optional(), b: z.string().optional() };
  const either = (input: z.ZodObject<typeof fields>) =>
    input.superRefine(({ a, b }, context) => {
      if ((a ?? b) === undefined) context.addIssue({ code: "custom", path: ["a"], message: "Pass a or b." });
    });
  const messages = async (input: z.ZodObject, value: object) => {
    const tool = defineStandardTool({ id: "either", input, run: async () => ({}) });
    const checked = await tool.contract.checkInput(value, undefined);
    return checked.valid ? [] : checked.errors.map(({ message }) => message);
  };
  const withRequired = either(z.object({ ...fields, c: z.enum(["x", "y"]) }));
  expect(await messages(withRequired, { c: "x" })).toEqual(["Pass a or b."]);
  expect(await messages(withRequired, { a: "x" })).toEqual(["Required parameter 'c' is missing"]);
  expect(await messages(either(z.object(fields)), {})).toEqual(["Pass a or b."]);
  const nested = z.object({ inner: either(z.object(fields)) });
  expect(await messages(nested, { inner: {} })).toEqual(["Pass a or b."]);
  expect(await messages(nested, {})).toEqual(["Required parameter 'inner' is missing"]);
  const listed = z.object({ items: z.array(either(z.object({ ...fields, c: z.string() }))) });
  expect(await messages(listed, { items: [{ c: "x" }] })).toEqual(["Pass a or b."]);
  expect(await messages(listed, { items: [{ a: "x" }] })).toEqual([
    "Required parameter '/items/0/c' is missing",
  ]);
  const item = either(z.object({ ...fields, c: z.string() }));
  const inNullable = z.object({ m: item.nullable() });
  expect(await messages(inNullable, { m: { c: "x" } })).toEqual(["Pass a or b."]);
  expect(await messages(inNullable, { m: { a: "x" } })).toEqual(["Required parameter '/m/c' is missing"]);
  const inRecord = z.object({ m: z.record(z.string(), item) });
  expect(await messages(inRecord, { m: { k: { c: "x" } } })).toEqual(["Pass a or b."]);
  expect(await messages(inRecord, { m: { k: { a: "x" } } })).toEqual([
    "Required parameter '/m/k/c' is missing",
  ]);
  const inUnion = z.object({ m: z.union([item, z.string()]) });
  expect(await messages(inUnion, { m: { c: "x" } })).toEqual(["Pass a or b."]);
  const byReference = z.object({ m: item.meta({ id: "Item" }) });
  expect(await messages(byReference, { m: { a: "x" } })).toEqual(["Required parameter '/m/c' is missing"]);
  const undeclared = z.looseObject({ c: z.string() }).refine(({ d }) => d !== undefined, {
    path: ["d"],
    message: "Pass d.",
  });
  expect(await messages(undeclared, { c: "x" })).toEqual(["Pass d."]);
});

describe("the type of a JSON Schema", () => {
  it("follows the schema as far as the compiler knows it", () => {
    expectTypeOf<InputOf<typeof greet>["name"]>().toEqualTypeOf<string>();
    expectTypeOf<InputOf<typeof greet>["times"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<InputOf<typeof greet>["tone"]>().toEqualTypeOf<"kind" | "short" | undefined>();
    expectTypeOf<InputOf<typeof count>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<FromSchema<{ type: ["string", "null"] }>>().toEqualTypeOf<string | null>();
    expectTypeOf<FromSchema<{ const: 5 }>>().toEqualTypeOf<5>();
    expectTypeOf<FromSchema<{ type: "array"; items: { type: "boolean" } }>>().toEqualTypeOf<boolean[]>();
    expectTypeOf<FromSchema<{ anyOf: [{ type: "string" }] }>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromSchema<{ type: "object" }>>().toEqualTypeOf<Record<string, unknown>>();
    // @ts-expect-error `name` has to be there.
    const missing: InputOf<typeof greet> = {};
    expect(missing).toEqual({});
  });
});
