import { defineTool, mergeRegistries, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as valibot from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { registry as generated } from "../../../generated/registry.js";

const zodTool = defineTool({
  id: "zod-tool",
  risk: "low",
  category: "custom",
  input: z.object({ name: z.string().min(1), times: z.number().int().default(2) }).describe("Greets"),
  run: ({ name, times }) => ({ text: name.repeat(times) }),
});

const valibotTool = defineTool({
  id: "valibot-tool",
  input: toStandardJsonSchema(
    valibot.object({ name: valibot.string(), times: valibot.optional(valibot.number(), 2) }),
  ),
  run: ({ name, times }) => ({ text: name.repeat(times) }),
});

const arktypeTool = defineTool({
  id: "arktype-tool",
  input: type({ name: "string", times: "number = 2" }),
  run: ({ name, times }) => ({ text: name.repeat(times) }),
});

const registry = mergeRegistries(ToolRegistry.of(zodTool, valibotTool, arktypeTool), generated);
const executor = new ToolExecutor(registry);

describe.each(["zod-tool", "valibot-tool", "arktype-tool"] as const)("%s", (id) => {
  it("runs beside generated tools with its defaults filled in", async () => {
    const { status, result } = await executor.execute(id, { name: "ab" });
    expect(status).toBe("completed");
    expect(result.data).toEqual({ text: "abab" });
  });

  it("rejects invalid input with the name of the parameter", async () => {
    const missing = await executor.dispatch(id, {});
    expect(missing.status).toBe("invalid");
    expect(missing.result.error?.details).toMatchObject({
      errors: [{ parameterName: "name", errorCode: "required" }],
    });
    const wrong = await executor.dispatch(id, { name: "a", times: "x" });
    expect(wrong.result.error?.details).toMatchObject({
      errors: [{ parameterName: "times", providedValue: "x" }],
    });
  });

  it("shows its schema to models", async () => {
    expect(await registry.getFunctionDefinition(id)).toMatchObject({
      name: id,
      parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
  });

  it("parses JSON text if configured", async () => {
    const contract = (await registry.getTool(id)?.load())?.contract;
    expect(await contract?.checkInput('{"name":"a","times":3}', undefined, { lenient: true })).toMatchObject({
      valid: true,
      params: { name: "a", times: 3 },
      warnings: [{ parameterName: "", warningCode: "coerced" }],
    });
  });
});

describe("defineTool", () => {
  it("fills in defaults", () => {
    expect(zodTool.contract.spec).toMatchObject({
      id: "zod-tool",
      wireName: "zod-tool",
      name: "Zod Tool",
      description: "Greets",
      kind: "structured",
    });
    expect(valibotTool.contract.spec).toMatchObject({
      risk: "low",
      category: "custom",
      description: "Valibot Tool",
    });
  });

  it("requires a JSON Schema if the schema cannot be converted", () => {
    const definition = { id: "plain", input: valibot.object({ a: valibot.string() }), run: () => 1 };
    expect(() => defineTool(definition as never)).toThrow("(valibot) cannot be converted to JSON Schema");
    expect(() => defineTool({ id: "text", input: z.string(), run: () => 1 })).toThrow(
      "must be an object, not string",
    );
  });

  it("uses the JSON Schema of its library, or the given one", () => {
    expect(zodTool.contract["~standard"].jsonSchema.input({ target: "draft-07" })).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
    });
    const input = valibot.object({ a: valibot.tuple([valibot.string()]) });
    const inputSchema = { properties: { a: { prefixItems: [{ type: "string" }] } } };
    const newer = defineTool({ id: "a", input, inputSchema, run: () => 1 }).contract["~standard"].jsonSchema;
    expect(newer.input({ target: "draft-2020-12" })).toMatchObject(inputSchema);
    expect(() => newer.input({ target: "draft-07" })).toThrow("cannot be converted to JSON Schema draft-07");
  });

  it("accepts an asynchronous schema and validates the returned data", async () => {
    const tool = defineTool({
      id: "async",
      input: z.object({ name: z.string().refine(async (name) => name !== "root", "No root") }),
      data: z.object({ size: z.number() }),
      run: ({ name }) => (name === "none" ? ({} as never) : { size: name === "bad" ? ("x" as never) : 1 }),
    });
    const own = new ToolExecutor(ToolRegistry.of(tool));
    expect((await own.execute("async", { name: "ann" })).result).toMatchObject({ data: { size: 1 } });
    expect((await own.execute("async", { name: "root" })).result.error?.message).toContain("No root");
    expect((await own.execute("async", { name: "bad" })).result.error?.code).toBe("InvalidResult");
    expect((await own.execute("async", { name: "none" })).result.error?.message).toContain(
      "size: Required property 'size' is missing",
    );
  });

  it("finds paths and sensitive values in the schema's own metadata", async () => {
    const tool = defineTool({
      id: "secret",
      input: z.object({
        path: z.string().meta({ "x-path": { within: "workspace", exists: true } }),
        token: z.enum(["a"]).meta({ "x-sensitive": true }),
      }),
      run: () => 1,
    });
    expect(tool.contract.spec.paths).toEqual([{ pointer: "/path", within: "workspace", exists: true }]);
    const check = await tool.contract.checkInput({ path: "a", token: "hunter2" });
    expect(check.valid).toBe(false);
    expect(JSON.stringify(check)).not.toContain("hunter2");
  });

  it("marks every field of a sensitive object as sensitive, and escapes a literal `*`", () => {
    const whole = z.object({ a: z.string() }).meta({ "x-sensitive": true });
    expect(defineTool({ id: "a", input: whole, run: () => 1 }).contract.spec.sensitive).toEqual(["/*"]);
    const star = z.object({ "*": z.string().meta({ "x-sensitive": true }) });
    expect(defineTool({ id: "a", input: star, run: () => 1 }).contract.spec.sensitive).toEqual(["/~2"]);
  });

  describe("for a mark in an unsupported place", () => {
    const note = z.object({ text: z.string().meta({ "x-sensitive": true }) }).meta({ id: "Note" });
    const input = (marked: object) => ({
      id: "a",
      input: z.looseObject({}),
      inputSchema: { type: "object", ...marked } as const,
      run: () => 1,
    });

    it("treats every parameter as sensitive", () => {
      const { spec } = defineTool({ id: "a", input: z.object({ note }), run: () => 1 }).contract;
      expect(spec.inputSchema.properties?.["note"]).toEqual({ $ref: "#/$defs/Note" });
      expect(spec.sensitive).toEqual(["/*"]);
    });

    it.each([
      ["behind a reference", { properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { "x-path": {} } } }],
      ["by position", { properties: { a: { prefixItems: [{ "x-path": {} }] } } }],
      ["by a pattern", { patternProperties: { "^a": { "x-path": {} } } }],
      ["under a condition", { if: {}, else: { properties: { a: { "x-path": {} } } } }],
    ])("rejects a path %s, unless the pointers are given", (_where, marked) => {
      expect(() => defineTool(input(marked))).toThrow("pass `paths`");
      const paths = [{ pointer: "/a", within: "workspace" }] as const;
      expect(defineTool({ ...input(marked), paths }).contract.spec.paths).toEqual(paths);
    });

    it("does not mistake names and texts for a mark", () => {
      const properties = { "x-path": { type: "string", description: 'not "x-path": {}' } };
      expect(defineTool(input({ properties })).contract.spec.paths).toBeUndefined();
    });
  });

  it("reports unreadable input and schemas that throw", async () => {
    const broken = {
      "~standard": {
        version: 1,
        vendor: "broken",
        validate: (): never => {
          throw new Error("secret");
        },
      },
    } as const;
    const tool = defineTool({ id: "broken", input: broken, inputSchema: { type: "object" }, run: () => 1 });
    expect(await tool.contract.checkInput({})).toMatchObject({ valid: false });
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(await zodTool.contract.checkInput(cyclic)).toMatchObject({
      valid: false,
      errors: [{ errorCode: "unreadable_input" }],
    });
  });
});
