import { ToolExecutor, ToolRegistry, ToolValidationResult } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { JsonSchemaBuilder } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";

const schema = JsonSchemaBuilder.create().addString("name", "The name", { required: true }).build();

function executorOf(tool: MockTool): ToolExecutor {
  const registry = new ToolRegistry();
  registry.registerTool(tool);
  return new ToolExecutor(registry);
}

describe("the validation of the test plan", () => {
  it("Validate_MissingRequired_ReturnsError", async () => {
    const result = await new MockTool({ schema }).validate({});
    expect(result.isValid).toBe(false);
    expect(result.errors).toMatchObject([{ parameterName: "name", errorCode: "required" }]);
  });

  it("Validate_AllPresent_ReturnsValid", async () => {
    expect((await new MockTool({ schema }).validate({ name: "test" })).isValid).toBe(true);
  });
});

describe("MockTool", () => {
  it("is safe, succeeds and counts", async () => {
    const tool = new MockTool();
    const { status, result } = await executorOf(tool).execute("mock-tool", { a: 1 });
    expect(status).toBe("completed");
    expect(result).toMatchObject({ data: { executed: true }, message: "Mock tool executed" });
    expect(tool.executeCallCount).toBe(1);
    expect(tool.validateCallCount).toBe(1);
    expect(tool.executedParameters).toEqual([{ a: 1 }]);
    expect(tool.contract.spec).toMatchObject({ id: "mock-tool", category: "custom", risk: "safe" });
  });

  it("follows its options", async () => {
    const tool = new MockTool({
      id: "upper",
      schema,
      execute: ({ name }, context) => ({ name: String(name).toUpperCase(), by: context.toolId }),
    });
    const { result } = await executorOf(tool).execute("upper", { name: "x" });
    expect(result.data).toEqual({ name: "X", by: "upper" });
  });

  it("can reject a call in its own validation", async () => {
    const tool = new MockTool({ validate: () => ToolValidationResult.invalidValue("a", "No") });
    const { status } = await executorOf(tool).execute("mock-tool", {});
    expect(status).toBe("invalid");
    expect(tool.executeCallCount).toBe(0);
  });

  it("has four presets", async () => {
    const run = async (tool: MockTool) => (await executorOf(tool).execute(tool.id, {})).result;
    expect((await run(MockTool.succeeding("a", { value: 42 }))).data).toEqual({ value: 42 });
    expect((await run(MockTool.failing("a", "Test failure"))).error?.message).toBe("Test failure");
    expect((await run(MockTool.throwing("a"))).error?.message).toBe("Test exception");
    expect((await run(MockTool.delayed("a", 1))).success).toBe(true);
  });

  it("stops waiting when its call is cancelled", async () => {
    const controller = new AbortController();
    const running = executorOf(MockTool.delayed("a", 60_000)).execute("a", {}, { signal: controller.signal });
    controller.abort();
    expect((await running).status).toBe("cancelled");
  });

  it("raises its risk by rules that are checked with Ajv", async () => {
    const rules = [{ when: { required: ["force"] }, risk: "high" as const }];
    const executor = executorOf(new MockTool({ rules }));
    expect((await executor.execute("mock-tool", {})).status).toBe("completed");
    expect((await executor.execute("mock-tool", { force: true })).status).toBe("denied");
  });
});
