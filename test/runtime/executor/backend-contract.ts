import {
  ToolExecutor,
  ToolRegistry,
  type ExecutionBackend,
  type InProcessBackend,
  type ToolExecution,
  type ToolExecutorOptions,
} from "@toolkiln/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { completions, makeTool, wait } from "./fixtures.js";

/** What the suite needs to test a backend. */
export interface BackendUnderTest {
  /** Creates a backend with these limits for running and waiting jobs. */
  readonly make: (limits: ConstructorParameters<typeof InProcessBackend>[0]) => Promise<ExecutionBackend>;
  /** How long the backend may take to begin and end a job, in milliseconds. */
  readonly latency: number;
}

/** Tools that the suite calls; a backend in another process registers the same ones there. */
export function contractTools() {
  return [
    makeTool("echo", async (params) => ({ ...params })),
    makeTool("sync", (params) => ({ ...params })),
    makeTool("fail", () => {
      throw new TypeError("failed on purpose");
    }),
    makeTool("sleep", async ({ milliseconds }) => {
      await wait(Number(milliseconds));
      return "slept";
    }),
    makeTool("report", async (_, context) => {
      context.reportProgress("half", 50);
      await wait(1);
      return "reported";
    }),
    makeTool("scope", (_, { sessionId, workspacePath, executionId, isApproved }) => ({
      sessionId,
      workspacePath,
      executionId,
      isApproved,
    })),
    makeTool(
      "alone",
      async () => {
        await wait(10);
        return "alone";
      },
      { concurrency: [{ key: "alone", mode: "exclusive" }] },
    ),
  ];
}

/** What every backend promises, whichever process its jobs run in. */
export function describeBackend(name: string, { make, latency }: BackendUnderTest): void {
  const executors: ToolExecutor[] = [];

  async function executorWith(
    limits: { maxConcurrentExecutions?: number; maxQueueLength?: number } = {},
    options: ToolExecutorOptions = {},
  ): Promise<ToolExecutor> {
    const backend = await make({ maxConcurrentExecutions: 4, maxQueueLength: 100, ...limits });
    const registry = new ToolRegistry();
    for (const tool of contractTools()) registry.registerTool(tool);
    const executor = new ToolExecutor(registry, { executionTimeout: 10_000, ...options, backend });
    executors.push(executor);
    return executor;
  }

  describe(`the backend ${name}`, () => {
    afterEach(async () => {
      for (const executor of executors.splice(0)) await executor.dispose();
    });

    it("runs a job and settles with its return value", async () => {
      const executor = await executorWith();
      for (const id of ["echo", "sync"]) {
        const { status, result } = await executor.execute(id, {
          text: "ä",
          list: [1, null],
          deep: { a: true },
        });
        expect(status).toBe("completed");
        expect(result.data).toEqual({ text: "ä", list: [1, null], deep: { a: true } });
      }
    });

    it("settles with the thrown error", async () => {
      const { status, result } = await (await executorWith()).execute("fail", {});
      expect(status).toBe("failed");
      expect(result.error).toMatchObject({ code: "TypeError", message: "failed on purpose" });
    });

    it("passes on the scope of the call and its progress", async () => {
      const executor = await executorWith();
      const options = { sessionId: "s", workspacePath: "/w", executionId: "e" };
      const { result } = await executor.execute("scope", {}, options);
      expect(result.data).toEqual({ ...options, isApproved: true });
      const heard: string[] = [];
      await executor.execute("report", {}, { onProgress: ({ message }) => heard.push(message) });
      expect(heard).toEqual(["half"]);
    });

    it("runs all jobs within the concurrency limit", async () => {
      const executor = await executorWith({ maxConcurrentExecutions: 2 });
      const began = performance.now();
      const calls = Array.from({ length: 6 }, () => executor.execute("sleep", { milliseconds: 20 }));
      const executions = await Promise.all(calls);
      expect(executions.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "completed"));
      expect(performance.now() - began).toBeGreaterThan(55);
    });

    it("drops a cancelled or timed-out job, running or waiting", async () => {
      const executor = await executorWith(
        { maxConcurrentExecutions: 1 },
        { executionTimeout: 100 + latency * 3 },
      );
      const seen = completions(executor);
      const controller = new AbortController();
      const running = executor.execute("sleep", { milliseconds: 60_000 });
      await wait(latency + 5);
      const waiting = executor.execute("echo", {}, { signal: controller.signal });
      await wait(latency + 5);
      controller.abort();
      expect((await waiting).status).toBe("cancelled");
      expect((await running).status).toBe("timedOut");
      expect((await executor.execute("echo", {})).status).toBe("completed");
      expect(seen).toHaveLength(3);
    });

    it("rejects jobs when the queue is full", async () => {
      const executor = await executorWith({ maxConcurrentExecutions: 1, maxQueueLength: 1 });
      const calls: Promise<ToolExecution>[] = [];
      for (let index = 0; index < 3; index++) {
        calls.push(executor.execute("sleep", { milliseconds: 50 + latency * 3 }));
        await wait(latency + 1);
      }
      const executions = await Promise.all(calls);
      expect(executions.map(({ status }) => status)).toEqual(["completed", "completed", "rejected"]);
    });

    it("does not run jobs that claim the same resource concurrently", async () => {
      const executor = await executorWith();
      const began = performance.now();
      await Promise.all([1, 2, 3].map(() => executor.execute("alone", {})));
      expect(performance.now() - began).toBeGreaterThan(28);
    });

    it("settles every call exactly once when it is disposed", async () => {
      const executor = await executorWith({ maxConcurrentExecutions: 1 });
      const seen = completions(executor);
      const calls = [1, 2, 3].map(() => executor.execute("sleep", { milliseconds: 60_000 }));
      await wait(latency + 5);
      await executor.dispose();
      for (const { status } of await Promise.all(calls)) expect(status).toBe("cancelled");
      expect(seen).toHaveLength(3);
    });
  });
}
