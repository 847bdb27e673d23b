import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { expect, it } from "vitest";
import { toCallToolResult } from "../../packages/mcp/call/call-result.js";
import { toServedTool } from "../../packages/mcp/list/served-tool.js";

it.each([1, 2, 30])("sends an object, however little of it may be shown: %d characters", async (limit) => {
  const tool = new MockTool({
    id: "wide",
    result: { maxDataLength: limit },
    execute: () => ({ text: "x".repeat(99) }),
  });
  const executor = new ToolExecutor(ToolRegistry.of(tool));
  const execution = await executor.dispatch("wide", {});
  const served = toServedTool(tool.contract.spec, { data: "structured", icons: () => [] });
  const options = { data: "structured", artifactUri: () => undefined } as const;
  const cut = await toCallToolResult(execution, served, options, () => true);
  expect(JSON.stringify(cut.structuredContent).length).toBeLessThanOrEqual(Math.max(2, limit));
  const whole = await toCallToolResult(execution, served, options, () => false);
  expect(whole.structuredContent).toEqual({ text: "x".repeat(99) });
  await executor.dispose();
});
