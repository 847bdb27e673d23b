import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { deferred, makeExecutor, makeTool, wait } from "./fixtures.js";
import { callManyTimes } from "./load.js";

// `npm run soak` makes this longer.
const calls = Number(process.env["SOAK_CALLS"] ?? 100_000);

describe("many calls", () => {
  it("at once never exceed the limit and keep their order", async () => {
    let inFlight = 0;
    let most = 0;
    const order: unknown[] = [];
    const tool = makeTool("t", async ({ index }) => {
      order.push(index);
      most = Math.max(most, ++inFlight);
      await Promise.resolve();
      inFlight--;
      return index;
    });
    const executor = makeExecutor([tool], { maxConcurrentExecutions: 4 });
    await executor.execute("t", { index: -1 });
    const indexes = Array.from({ length: 10_000 }, (_, index) => index);
    const executions = await Promise.all(indexes.map((index) => executor.execute("t", { index })));
    expect(most).toBe(4);
    expect(order).toEqual([-1, ...indexes]);
    expect(executions.map(({ result }) => result.data)).toEqual(indexes);
    expect(executions.every(({ status }) => status === "completed")).toBe(true);
  });

  it("do not overflow the stack when their implementations return synchronously", async () => {
    const gate = deferred();
    const executor = makeExecutor([makeTool("hold", () => gate.promise), makeTool("quick", () => 1)], {
      maxConcurrentExecutions: 1,
      maxQueueLength: 50_000,
    });
    await executor.execute("quick", {});
    const held = executor.execute("hold", {});
    await wait(1);
    const quick = Array.from({ length: 50_000 }, () => executor.execute("quick", {}));
    gate.resolve();
    await held;
    const executions = await Promise.all(quick);
    expect(executions.filter(({ status }) => status !== "completed")).toEqual([]);
  });

  it("are rejected when the queue is full, and accepted again afterwards", async () => {
    const gate = deferred();
    const executor = makeExecutor([makeTool("hold", () => gate.promise)], {
      maxConcurrentExecutions: 2,
      maxQueueLength: 3,
    });
    await wait(1);
    const pending = Array.from({ length: 7 }, () => executor.execute("hold", {}));
    await wait(1);
    expect(executor.activity).toEqual({ running: 2, waiting: 3, abandoned: 0 });
    gate.resolve();
    const executions = await Promise.all(pending);
    const rejected = executions.filter(({ status }) => status === "rejected");
    expect(rejected).toHaveLength(2);
    expect(rejected[0]?.result.error?.code).toBe("QueueFull");
    expect((await executor.execute("hold", {})).status).toBe("completed");
  });

  it("are rejected instead of queued when the queue length is 0", async () => {
    const gate = deferred();
    const executor = makeExecutor([makeTool("hold", () => gate.promise)], {
      maxConcurrentExecutions: 1,
      maxQueueLength: 0,
    });
    const first = executor.execute("hold", {});
    await wait(1);
    expect((await executor.execute("hold", {})).status).toBe("rejected");
    gate.resolve();
    expect((await first).status).toBe("completed");
  });

  it(
    `leave no listener, timer or memory behind: ${calls.toLocaleString("en")} with one signal`,
    { timeout: 600_000 },
    async () => {
      const left = await callManyTimes(calls, 10);
      expect(left).toMatchObject({ completed: calls, listeners: 0, timers: 0, warnings: [] });
      expect(left.grownBytes).toBeLessThan(5_000_000);
    },
  );

  it("keep their tool when it is replaced while they wait", async () => {
    const gate = deferred();
    const old = makeTool("t", async () => {
      await gate.promise;
      return "old";
    });
    const registry = new ToolRegistry();
    registry.registerTool(old);
    const executor = new ToolExecutor(registry);
    await executor.validate("t", {});
    const pending = executor.execute("t", {});
    registry.replaceTool(makeTool("t", () => "new"));
    expect((await executor.execute("t", {})).result.data).toBe("new");
    gate.resolve();
    expect((await pending).result.data).toBe("old");
  });
});
