import { ToolBase, ToolExecutor, ToolRegistry, type ToolContract } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { MockTool } from "@toolkiln/runtime/testing";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { fileRead } from "../../../generated/tools/file-read.js";

interface LoginParams {
  user: string;
  password?: string;
  attempts: number;
  tenant: string;
}

const login: ToolContract<
  Partial<LoginParams>,
  LoginParams,
  unknown,
  "login",
  { tenant: string }
> = defineContract({
  id: "login",
  wireName: "login",
  name: "Log In",
  description: "Logs in",
  category: "custom",
  risk: "low",
  kind: "structured",
  result: {},
  inputSchema: {
    type: "object",
    properties: {
      user: { type: "string" },
      password: { type: "string", minLength: 8, "x-sensitive": true },
      secrets: { type: "object", additionalProperties: false, properties: { pin: { type: "integer" } } },
      attempts: { type: "integer", default: 3 },
      retries: { type: "integer", deprecated: true, "x-use-instead": "attempts" },
    },
    required: ["user"],
  },
  sensitive: ["/password", "/secrets"],
  renamedParameters: { username: "user" },
  inject: [
    { parameter: "tenant", key: "tenantId" },
    { parameter: "trace", key: "traceId", optional: true },
  ],
  validators: () => ({ params: compileSchema(login.spec.inputSchema) }),
});

const injected = { tenantId: "acme" };

describe("a contract", () => {
  it("validates synchronously once its validators are loaded", async () => {
    await fileRead.checkInput({ path: "a" });
    expect(fileRead.checkInput({ path: "a" })).not.toBeInstanceOf(Promise);
    expect(fileRead.checkData({ path: "a", content: "", size: 0 })).toEqual([]);
  });

  it("supplies injected parameters, which callers cannot send", async () => {
    expect(await login.checkInput({ user: "ann" }, injected)).toMatchObject({
      valid: true,
      params: { user: "ann", attempts: 3, tenant: "acme" },
    });
    expect(await login.checkInput({ user: "ann" })).toMatchObject({
      valid: false,
      errors: [{ parameterName: "tenant", errorCode: "required" }],
    });
    expect(await login.checkInput({ user: "ann", tenant: "evil" }, injected)).toMatchObject({
      valid: false,
      errors: [{ parameterName: "tenant", errorCode: "unknown_parameter" }],
    });
  });

  it("as a Standard Schema, outputs the input without injected values", async () => {
    expect(await login["~standard"].validate({ user: "ann" })).toEqual({
      value: { user: "ann", attempts: 3 },
    });
    expect(await login["~standard"].validate({ user: 1, secrets: { pin: "x" } })).toMatchObject({
      issues: [{ path: ["user"] }, { path: ["secrets", "pin"] }],
    });
    expect(JSON.stringify(login["~standard"].jsonSchema.input({ target: "draft-2020-12" }))).not.toContain(
      "tenant",
    );
  });

  it("accepts old names with a warning, but not beside the new ones", async () => {
    expect(await login.checkInput({ username: "ann", retries: 1 }, injected)).toMatchObject({
      valid: true,
      params: { user: "ann" },
      warnings: [
        { parameterName: "username", warningCode: "deprecated", message: expect.stringContaining("'user'") },
        { parameterName: "retries", message: expect.stringContaining("'attempts'") },
      ],
    });
    expect(await login.checkInput({ username: "ann", user: "bob" }, injected)).toMatchObject({
      valid: false,
    });
  });

  it.each<[string, unknown]>([
    ["a sensitive parameter", { user: "ann", password: "hunter2" }],
    ["a sensitive object", { user: "ann", secrets: { pin: "hunter2" } }],
    ["an unknown field of a sensitive object", { user: "ann", secrets: { hunter2: 1 } }],
    ["a text that may contain a sensitive value", '{"password":"hunter2"}'],
    ["a sensitive parameter of another type", { user: "ann", password: ["hunter2"] }],
  ])("never shows %s", async (_, input) => {
    const check = await login.checkInput(input, injected);
    expect(check.valid).toBe(false);
    expect(JSON.stringify(check)).not.toContain("hunter2");
  });

  it("parses JSON text if configured, with a warning", async () => {
    const input = '{"user":"ann","secrets":"{\\"pin\\":\\"7\\"}","attempts":"5"}';
    expect((await login.checkInput(input, injected)).valid).toBe(false);
    expect(await login.checkInput(input, injected, { lenient: true })).toMatchObject({
      valid: true,
      params: { user: "ann", secrets: { pin: 7 }, attempts: 5 },
      warnings: ["", "secrets", "/secrets/pin", "attempts"].map((parameterName) => ({
        parameterName,
        warningCode: "coerced",
      })),
    });
    expect((await login.checkInput({ user: "[1]" }, injected, { lenient: true })).valid).toBe(true);
    const hostile = { user: "ann", secrets: '{"__proto__":{"pin":1}}' };
    expect((await login.checkInput(hostile, injected, { lenient: true })).valid).toBe(false);
  });

  it("parses JSON text if the executor is lenient, and reports the index of a path in a list", async () => {
    const schema = {
      type: "object",
      properties: {
        files: { type: "array", items: { type: "object", properties: { path: { type: "string" } } } },
      },
    } as const;
    const paths = [{ pointer: "/files/*/path", within: "workspace" as const }];
    const registry = ToolRegistry.of(
      new MockTool({ id: "a", schema }),
      new MockTool({ id: "b", schema, paths }),
    );
    const strict = new ToolExecutor(registry);
    const lenient = new ToolExecutor(registry, { lenient: true });
    const input = { files: '[{"path":"x"}]' };
    expect((await strict.dispatch("a", input)).status).toBe("invalid");
    expect((await lenient.dispatch("a", input)).status).toBe("completed");
    expect((await lenient.validate("a", input)).warnings).toMatchObject([{ warningCode: "coerced" }]);
    expect((await lenient.validate("b", { files: [] })).isValid).toBe(true);
    expect((await lenient.dispatch("b", input)).result.error?.details).toMatchObject({
      errors: [{ parameterName: "/files/0/path", errorCode: "path_not_allowed" }],
    });
  });

  it("rejects numbers that JSON cannot represent", async () => {
    for (const maxBytes of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(await fileRead.checkInput({ path: "a", maxBytes })).toMatchObject({
        valid: false,
        errors: [{ parameterName: "maxBytes", errorCode: "type_mismatch" }],
      });
    }
  });

  it("does not change the caller's object when it renames, parses and injects", async () => {
    const input = Object.freeze({ username: "ann", secrets: Object.freeze({ pin: "7" }) });
    await login.checkInput(input, injected, { lenient: true });
    expect(input).toEqual({ username: "ann", secrets: { pin: "7" } });
  });

  it("rejects if its validators cannot be loaded, and loads them again on the next call", async () => {
    let attempts = 0;
    const contract = defineContract({
      ...new MockTool().contract.spec,
      validators: async () => {
        if (attempts++ === 0) throw new Error("gone");
        return { params: compileSchema({ type: "object" }) };
      },
    });
    await expect(contract.checkInput({})).rejects.toThrow("gone");
    expect(await contract.checkInput({})).toMatchObject({ valid: true });
  });
});

describe("the JSON Schema of a contract", () => {
  const spec = new MockTool({
    schema: {
      type: "object",
      properties: {
        pair: { type: "array", prefixItems: [{ type: "string" }, { $ref: "#/$defs/count" }], items: false },
        count: { $ref: "#/$defs/count", description: "How many", default: 1 },
        $ref: { type: "string", "x-path": { within: "workspace" } },
        options: { type: "object", properties: { deep: { type: "boolean", default: false } } },
      },
      dependentRequired: { pair: ["count"] },
      dependentSchemas: { $ref: { required: ["count"] } },
      $defs: { count: { type: "integer", "x-own": 1 } },
    },
  }).contract["~standard"].jsonSchema;

  it("is the manifest's in 2020-12, without toolkiln's own keywords", () => {
    const schema = spec.input({ target: "draft-2020-12" });
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: { $ref: { type: "string" } },
      $defs: { count: { type: "integer", "x-own": 1 } },
    });
    expect(JSON.stringify(schema)).not.toContain("x-path");
  });

  it("is equivalent in draft-07", () => {
    const schema = spec.input({ target: "draft-07" });
    expect(schema).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        pair: {
          type: "array",
          items: [{ type: "string" }, { $ref: "#/definitions/count" }],
          additionalItems: false,
        },
        count: { description: "How many", default: 1, allOf: [{ $ref: "#/definitions/count" }] },
        $ref: { type: "string" },
        options: { type: "object", properties: { deep: { type: "boolean", default: false } } },
      },
      dependencies: { pair: ["count"], $ref: { required: ["count"] } },
      definitions: { count: { type: "integer", "x-own": 1 } },
    });
    const validate = compileSchema(schema);
    expect(validate({ pair: ["a", 1], count: 1 })).toBe(true);
    expect(validate({ pair: ["a", "b"] })).toBe(false);
    expect(validate({ $ref: "a" })).toBe(true);
  });

  it("requires parameters with defaults in the output", () => {
    expect(spec.output({ target: "draft-07" })).toMatchObject({
      required: ["count"],
      properties: { options: { required: ["deep"] } },
    });
  });

  it("rejects unsupported dialects", () => {
    expect(() => spec.input({ target: "openapi-3.0" })).toThrow("Supported: draft-2020-12, draft-07");
  });
});

describe("ToolBase", () => {
  class Writer extends ToolBase<object, object, { path: string } | { files: string[] }> {
    override get contract() {
      return new MockTool({ id: "writer", tags: ["files"] }).contract as ToolContract<
        object,
        object,
        { path: string } | { files: string[] }
      >;
    }

    override run(params: object) {
      return "many" in params
        ? this.successWithFiles(["a.txt", "b.txt"], "Wrote 2 files", true)
        : this.successWithFile("a.txt", "Wrote a.txt");
    }

    override getExecutionSummary(): string {
      return "Write";
    }
  }

  it("exposes its contract's metadata, and hooks only if they are defined", () => {
    const tool = new Writer();
    expect(tool).toMatchObject({ id: "writer", name: "Mock Tool", category: "custom", tags: ["files"] });
    expect(tool.inputSchema).toEqual(tool.contract.spec.inputSchema);
    expect("isAvailable" in tool).toBe(false);
    expect(tool.getExecutionSummary()).toBe("Write");
  });

  it("returns a success with the files that it wrote", async () => {
    const executor = new ToolExecutor(ToolRegistry.of(new Writer()));
    const one = await executor.dispatch("writer", {});
    expect(one.result).toMatchObject({
      data: { path: "a.txt" },
      artifacts: [{ path: "a.txt", isNew: false }],
    });
    const two = await executor.dispatch("writer", { many: true });
    expect(two.result).toMatchObject({
      data: { files: ["a.txt", "b.txt"] },
      artifacts: [{ isNew: true }, {}],
    });
  });
});
