import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { completions, deferred, makeExecutor, makeTool, never, wait } from "./fixtures.js";

describe("cancelling", () => {
  it("before the call keeps the tool from running", async () => {
    let runs = 0;
    const executor = makeExecutor([makeTool("t", () => ++runs)]);
    const seen = completions(executor);
    const { status, result } = await executor.execute("t", {}, { signal: AbortSignal.abort() });
    expect([status, result.error?.code, runs, seen.length]).toEqual(["cancelled", "Cancelled", 0, 1]);
  });

  it("while the call is being prepared ends it", async () => {
    const executor = makeExecutor([makeTool("t", { run: () => 1, isAvailable: never })]);
    const controller = new AbortController();
    const pending = executor.execute("t", {}, { signal: controller.signal });
    await wait(1);
    controller.abort();
    expect((await pending).status).toBe("cancelled");
  });

  it("while the call waits in the queue frees its place", async () => {
    const gate = deferred();
    const executor = makeExecutor([makeTool("hold", () => gate.promise), makeTool("t", () => 1)], {
      maxConcurrentExecutions: 1,
    });
    const first = executor.execute("hold", {});
    await wait(1);
    const controller = new AbortController();
    const second = executor.execute("t", {}, { signal: controller.signal });
    await wait(1);
    expect(executor.activity).toMatchObject({ running: 1, waiting: 1 });
    controller.abort();
    expect((await second).status).toBe("cancelled");
    expect(executor.activity).toMatchObject({ running: 1, waiting: 0 });
    gate.resolve();
    expect((await first).status).toBe("completed");
  });

  it("while approval is pending aborts the request", async () => {
    let dismissed = false;
    const asked = deferred();
    const executor = makeExecutor([makeTool("t", () => 1, { risk: "high" })], {
      approve: (_, { signal }) => {
        signal.addEventListener("abort", () => {
          dismissed = true;
        });
        asked.resolve();
        return never();
      },
    });
    const controller = new AbortController();
    const pending = executor.execute("t", {}, { signal: controller.signal });
    await asked.promise;
    controller.abort();
    expect((await pending).status).toBe("cancelled");
    await wait(1);
    expect(dismissed).toBe(true);
  });

  it("while the tool runs aborts its signal with the caller's reason", async () => {
    let reason: unknown;
    const started = deferred();
    const tool = makeTool("t", (_, { signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      started.resolve();
      return never();
    });
    const executor = makeExecutor([tool]);
    const controller = new AbortController();
    const pending = executor.execute("t", {}, { signal: controller.signal });
    await started.promise;
    controller.abort("enough");
    expect((await pending).status).toBe("cancelled");
    expect(reason).toBe("enough");
  });

  it("after the end changes nothing", async () => {
    const executor = makeExecutor([makeTool("t", () => 1)]);
    const seen = completions(executor);
    const controller = new AbortController();
    expect((await executor.execute("t", {}, { signal: controller.signal })).status).toBe("completed");
    controller.abort();
    await wait(1);
    expect(seen).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("ends the call as cancelled or timed out, whichever happens first", async () => {
    const executor = makeExecutor([makeTool("t", never)], { executionTimeout: 30 });
    const early = AbortSignal.timeout(5);
    expect((await executor.execute("t", {}, { signal: early })).status).toBe("cancelled");
    const late = AbortSignal.timeout(100);
    expect((await executor.execute("t", {}, { signal: late })).status).toBe("timedOut");
  });

  it("has one result when cancel, deadline and completion coincide", async () => {
    vi.useFakeTimers();
    try {
      const controller = new AbortController();
      const executor = makeExecutor(
        [makeTool("t", () => new Promise((resolve) => setTimeout(resolve, 50, 1)))],
        {
          executionTimeout: 50,
        },
      );
      const seen = completions(executor);
      await executor.execute("t", {}, { signal: AbortSignal.abort() });
      setTimeout(() => controller.abort(), 50);
      const pending = executor.execute("t", {}, { signal: controller.signal });
      await vi.advanceTimersByTimeAsync(60);
      const { status } = await pending;
      expect(["cancelled", "timedOut", "completed"]).toContain(status);
      expect(seen).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("deadlines", () => {
  it("expire with fake timers, also for an executor created before", async () => {
    const executor = makeExecutor([makeTool("stuck", () => new Promise(() => {}))]);
    vi.useFakeTimers();
    try {
      const pending = executor.execute("stuck", {});
      await vi.advanceTimersByTimeAsync(119_000);
      expect(executor.activity?.running).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect((await pending).status).toBe("timedOut");
    } finally {
      vi.useRealTimers();
    }
  });

  it("cover waiting and running together", async () => {
    const executor = makeExecutor([makeTool("slow", () => wait(40))], {
      executionTimeout: 60,
      maxConcurrentExecutions: 1,
    });
    const [first, second] = await Promise.all([executor.execute("slow", {}), executor.execute("slow", {})]);
    expect([first.status, second.status]).toEqual(["completed", "timedOut"]);
    expect(second.result.error?.message).toMatch(/^Operation timed out after 0\.\ds$/);
  });

  it("use the tool's own timeout if it has one", async () => {
    const executor = makeExecutor([makeTool("t", never, { timeout: 15 })]);
    expect((await executor.execute("t", {})).status).toBe("timedOut");
  });

  it("expire one after the other when they differ", async () => {
    const tools = [15, 40, 25].map((timeout) => makeTool(`t${timeout}`, never, { timeout }));
    const executor = makeExecutor(tools);
    const order: string[] = [];
    executor.on("completed", ({ toolId, status }) => order.push(`${toolId} ${status}`));
    await Promise.all(["t15", "t40", "t25"].map((id) => executor.execute(id, {})));
    expect(order).toEqual(["t15 timedOut", "t25 timedOut", "t40 timedOut"]);
  });

  it("abort the tool's signal with a TimeoutError", async () => {
    let signal: AbortSignal | undefined;
    const tool = makeTool("t", (_, context) => {
      signal = context.signal;
      return never();
    });
    await makeExecutor([tool], { executionTimeout: 10 }).execute("t", {});
    expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
  });

  it("do not include the time spent on approval", async () => {
    const executor = makeExecutor([makeTool("t", () => 1, { risk: "high" })], {
      executionTimeout: 30,
      approve: async () => {
        await wait(60);
        return { decision: "approve" };
      },
    });
    expect((await executor.execute("t", {})).status).toBe("completed");
  });

  it("still expire when the system clock is set back", async () => {
    const real = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => real - performance.now() * 1000);
    try {
      const { durationMs } = await makeExecutor([makeTool("t", () => wait(5))]).execute("t", {});
      expect(durationMs).toBeGreaterThan(3);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it("all expire when one expiring call starts and ends another", async () => {
    // The quick call leaves the list of watched calls while the sweep is going through it.
    const tools = [makeTool("stuck", never), makeTool("quick", () => 1)];
    const executor = makeExecutor(tools, { executionTimeout: 20, maxConcurrentExecutions: 2 });
    await executor.execute("quick", {});
    const calls = ["stuck", "quick", "stuck", "stuck", "quick", "stuck"].map((id) =>
      executor.execute(id, {}),
    );
    for (const { status } of await Promise.all(calls)) expect(["timedOut", "completed"]).toContain(status);
  });
});

describe("disposing", () => {
  it("happens at the end of a block with `await using`", async () => {
    let outlived: ReturnType<typeof makeExecutor> | undefined;
    {
      await using executor = makeExecutor([makeTool("t", () => 1)]);
      expect((await executor.execute("t", {})).status).toBe("completed");
      outlived = executor;
    }
    expect((await outlived.execute("t", {})).status).toBe("rejected");
  });

  it("cancels running and waiting calls and rejects new ones", async () => {
    const tools = [makeTool("stuck", never), makeTool("ask", () => 1, { risk: "high" })];
    const executor = makeExecutor(tools, { maxConcurrentExecutions: 1, approve: never });
    const calls = [executor.execute("stuck", {}), executor.execute("stuck", {}), executor.execute("ask", {})];
    await wait(5);
    await executor.dispose();
    for (const { status } of await Promise.all(calls)) expect(status).toBe("cancelled");
    const { status, result } = await executor.execute("stuck", {});
    expect([status, result.error?.message]).toEqual(["rejected", "The executor has been disposed."]);
    await executor.dispose();
  });

  it("lets calls finish within the grace period", async () => {
    const executor = makeExecutor([makeTool("short", () => wait(20)), makeTool("stuck", never)]);
    const short = executor.execute("short", {});
    const stuck = executor.execute("stuck", {});
    await wait(1);
    await executor.dispose({ gracePeriod: 60 });
    expect((await short).status).toBe("completed");
    expect((await stuck).status).toBe("cancelled");
  });
});
