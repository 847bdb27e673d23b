import { ToolResult } from "@toolkiln/runtime";
import { toolExecution } from "@toolkiln/runtime/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { makeExecutor, makeTool } from "./fixtures.js";

const fields = [
  "approval",
  "completedAt",
  "durationMs",
  "envelope",
  "executionId",
  "result",
  "startedAt",
  "status",
  "timedOut",
  "toolId",
  "wasApproved",
  "wasCancelled",
];

describe("a copy of an execution", () => {
  const executor = makeExecutor([makeTool("list", () => [1, 2])]);

  it("has every field as JSON", async () => {
    const execution = await executor.dispatch("list", {}, { provider: "openai" });
    const copy = JSON.parse(JSON.stringify(execution)) as Record<string, unknown>;
    expect(Object.keys(copy).toSorted()).toEqual(fields);
    expect(copy).toMatchObject({
      toolId: "list",
      status: "completed",
      startedAt: execution.startedAt.toISOString(),
      result: { success: true, data: [1, 2] },
      envelope: { tool: "list", provider: "openai", createdAt: execution.completedAt.toISOString() },
    });
  });

  it("has every field when it is spread", async () => {
    const execution = await executor.dispatch("list", {}, { provider: "openai" });
    // oxlint-disable-next-line typescript/no-misused-spread -- The behaviour that is tested.
    const copy = { ...execution };
    expect(Object.keys(copy).toSorted()).toEqual(fields);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(execution));
    expect(copy.startedAt).toBeInstanceOf(Date);
    expect(copy.completedAt).toBeInstanceOf(Date);
    expect(structuredClone(copy)).toEqual({ ...copy, result: { ...copy.result } });
  });

  it("has dates that agree with its duration and its envelope", async () => {
    const before = Date.now();
    const { startedAt, completedAt, durationMs, envelope } = await executor.dispatch("list", {});
    expect(startedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(completedAt.getTime()).toBe(Math.trunc(startedAt.getTime() + durationMs));
    expect(envelope.createdAt).toBe(completedAt.toISOString());
  });
});

describe("executions made for tests", () => {
  it.each([
    ["completed", toolExecution.completed("a", { n: 1 }), { success: true, data: { n: 1 } }],
    ["completed", toolExecution.completed("a", ToolResult.succeeded(1, "One")), { message: "One", data: 1 }],
    ["failed", toolExecution.failed("a", new RangeError("too far")), { error: { code: "RangeError" } }],
    ["cancelled", toolExecution.cancelled("a"), { error: { code: "Cancelled" } }],
    ["timedOut", toolExecution.timedOut("a", { durationMs: 1500 }), { durationMs: 1500 }],
    ["notFound", toolExecution.notFound("a"), { error: { code: "ToolNotFound" } }],
  ] as const)("have the fields of an executor's executions: %s", (status, execution, result) => {
    expect(execution).toMatchObject({ toolId: "a", status, result, approval: "notRequired" });
    expect(execution.timedOut).toBe(status === "timedOut");
    expect(Object.keys(execution).toSorted()).toEqual(fields);
  });

  it("have the type of the data and the fields set by the test", () => {
    const options = { executionId: "e", durationMs: 20, model: "m", approval: "edited" } as const;
    const execution = toolExecution.completed("a", { content: "x" }, options);
    expectTypeOf(execution.result.success && execution.result.data).toEqualTypeOf<
      false | { content: string }
    >();
    expect(execution).toMatchObject({ executionId: "e", approval: "edited", envelope: { model: "m" } });
    expect(execution.completedAt.getTime() - execution.startedAt.getTime()).toBeGreaterThanOrEqual(19);
    expect(execution.durationMs).toBeCloseTo(20);
  });
});
