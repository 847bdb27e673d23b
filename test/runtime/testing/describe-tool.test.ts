import {
  defineTool,
  ToolExecutionContextBuilder,
  type AnyTool,
  type ToolValidationResult,
} from "@toolkiln/runtime";
import { describeTool, MockTool, type DescribeToolOptions } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { registry } from "../../../generated/registry.js";

const greet = defineTool({
  id: "greet",
  input: z.strictObject({ name: z.string().min(1) }),
  data: z.object({ text: z.string() }),
  examples: [{ title: "Greet Ann", params: { name: "Ann" } }],
  run: ({ name }) => ({ text: `Hello, ${name}` }),
});

// The suite as a user writes it: these are tests of `greet` and of a generated tool.
describeTool(greet, { describe, it, samples: [{ name: "Bob" }], context: ToolExecutionContextBuilder.create().buildForTesting() }); // prettier-ignore
describeTool(await registry.getTool("file-read")!.load(), { describe, it });

async function complaints(tool: AnyTool, options?: DescribeToolOptions): Promise<string[]> {
  const tests: (() => Promise<void>)[] = [];
  describeTool(tool, { ...options, describe: (_, body) => body(), it: (_, run) => tests.push(run) });
  const outcomes = await Promise.allSettled(tests.map((run) => run()));
  return outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [(outcome.reason as Error).message] : [],
  );
}

describe("the checks of a tool", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "integer" } },
    required: ["a"],
    additionalProperties: false,
  } as const;
  const samples = [{ a: 1 }];
  const context = ToolExecutionContextBuilder.create().buildForTesting();

  it("pass for a correct tool", async () => {
    expect(await complaints(new MockTool({ schema }), { samples, context })).toEqual([]);
  });

  it.each<[string, AnyTool, DescribeToolOptions]>([
    ["The id 'BadId' must be kebab-case and at most 64 characters long", new MockTool({ id: "BadId" }), {}],
    ["The description is empty", new MockTool({ description: " " }), {}],
    ["isAvailable returned: string", new MockTool({ isAvailable: () => "yes" as never }), {}],
    ["a: expected an integer, got \"x\".", new MockTool({ schema }), { samples: [{ a: "x" }] }],
    ["The execution summary is not one line", new MockTool({ schema, getExecutionSummary: () => "a\nb" }), { samples }],
    ["The effective risk low is below the tool's declared risk", new MockTool({ schema, riskLevel: "high", getEffectiveRiskLevel: () => "low" }), { samples }],
    ["validate did not return a ToolValidationResult", new MockTool({ schema, validate: () => ({}) as ToolValidationResult }), { samples }],
    ["The tool failed: Test error", MockTool.failing("fails"), { samples: [{}], context }],
    ["n: expected a number, got \"x\".", new MockTool({ schema, result: { dataSchema: { properties: { n: { type: "number" } } } }, execute: () => ({ n: "x" }) }), { samples, context }],
    ["Test exception", MockTool.throwing("throws"), { samples: [{}], context }],
  ])("report a faulty tool: %s", async (complaint, tool, options) => {
    expect(await complaints(tool, options)).toContain(complaint);
  }); // prettier-ignore

  it("check the examples of a manifest like samples, but never run them", async () => {
    const examples = [{ title: "one", params: { a: 2 } }, { title: "two", params: { a: 3 } }]; // prettier-ignore
    const tool = new MockTool({ schema, examples });
    expect(await complaints(tool, { samples, context })).toEqual([]);
    expect(tool.executedParameters).toEqual([{ a: 1 }]);
    await complaints(tool, { context });
    expect(tool.executeCallCount).toBe(1);
    const wrong = new MockTool({ schema, examples: [{ title: "wrong", params: { a: "x" } }] });
    expect(await complaints(wrong)).toContain('a: expected an integer, got "x".');
  });

  it("need a test runner", () => {
    expect(() => describeTool(greet)).toThrow("No global test runner");
  });
});
