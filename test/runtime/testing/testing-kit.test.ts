import { toLlmContext, ToolExecutor, ToolRegistry, ToolResult } from "@toolkiln/runtime";
import { approveByRule, fakeServices, llmSnapshot, MockTool, TestContext } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";

interface Services {
  database: { count(): number; close(): void };
  mailer: { send(to: string): void };
}

describe("fakeServices", () => {
  it("returns the given members, including private members of classes", () => {
    class Counter {
      #count = 2;
      count(): number {
        return this.#count;
      }
    }
    const { database } = fakeServices<Services>({ database: new Counter() });
    expect(database.count()).toBe(2);
  });

  it("names a missing member", () => {
    const services = fakeServices<Services>({ database: { count: () => 1 } });
    expect(() => services.mailer).toThrow("The implementation uses `services.mailer`");
    expect(() => services.database.close()).toThrow("The implementation uses `services.database.close`");
  });
});

describe("TestContext", () => {
  it("records progress and provides services", () => {
    const context = new TestContext({ services: { clock: 5 }, workspacePath: "/w" });
    context.reportProgress("Half", 50);
    expect(context.progress.map(({ message, percentComplete }) => [message, percentComplete])).toEqual([
      ["Half", 50],
    ]);
    expect([context.services.clock, context.workspacePath, context.signal.aborted]).toEqual([5, "/w", false]);
  });
});

describe("approveByRule", () => {
  it("decides by tool and records requests", async () => {
    const tool = (id: string) =>
      new MockTool({ id, riskLevel: "high", execute: () => ToolResult.succeeded(id) });
    const approve = approveByRule({
      first: "approve",
      second: ({ risk }) => (risk === "high" ? { decision: "deny", reason: "Too risky." } : "approve"),
    });
    const executor = new ToolExecutor(ToolRegistry.of(tool("first"), tool("second"), tool("third")), {
      approve,
    });
    const statuses = [];
    for (const id of ["first", "second", "third"]) statuses.push((await executor.dispatch(id, {})).status);
    expect(statuses).toEqual(["completed", "denied", "denied"]);
    expect(approve.requests.map(({ toolId }) => toolId)).toEqual(["first", "second", "third"]);
  });
});

describe("llmSnapshot", () => {
  it("is what a model reads, without the duration", async () => {
    const tool = new MockTool({
      id: "slow",
      async execute() {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return ToolResult.succeeded({ count: 1 }, "Counted.");
      },
    });
    const { result } = await new ToolExecutor(ToolRegistry.of(tool)).dispatch("slow", {});
    expect(toLlmContext(result)).toContain("Duration");
    expect(llmSnapshot(result)).toBe('Result: Success\nMessage: Counted.\nData: {"count":1}');
  });
});
