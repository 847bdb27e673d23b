import { AsyncLocalStorage } from "node:async_hooks";
import type { ToolExecutor } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { makeExecutor, makeTool, never, wait } from "./fixtures.js";

describe("a tool that calls a tool", () => {
  const inner = makeTool("inner", async (params) => {
    await wait(1);
    return { inner: params };
  });

  it("runs it in its own slot, so a limit of one does not deadlock", async () => {
    const outer = makeTool("outer", async (_, context) => {
      await wait(1);
      const { status, result } = await context.execute("inner", { a: 1 });
      return { status, data: result.data };
    });
    const executor = makeExecutor([outer, inner], { maxConcurrentExecutions: 1, executionTimeout: 1000 });
    const executions = await Promise.all([1, 2, 3].map(() => executor.execute("outer", {})));
    for (const { result } of executions) {
      expect(result.data).toEqual({ status: "completed", data: { inner: { a: 1 } } });
    }
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
  });

  it("can call the other tool by its contract", async () => {
    const outer = makeTool("outer", async (_, context) => {
      const { toolId, result } = await context.execute(inner.contract, { a: 1 });
      return { toolId, data: result.data };
    });
    const executor = makeExecutor([outer, inner]);
    const { result } = await executor.execute("outer", {});
    expect(result.data).toEqual({ toolId: "inner", data: { inner: { a: 1 } } });
  });

  it("may call the executor directly before its first await", async () => {
    let executor: ToolExecutor | undefined;
    const outer = makeTool("outer", async () => (await executor?.execute("inner", {}))?.status);
    executor = makeExecutor([outer, inner], { maxConcurrentExecutions: 1, executionTimeout: 1000 });
    expect((await executor.execute("outer", {})).result.data).toBe("completed");
  });

  it("gets a timeout error that explains why its direct call to the executor never ran", async () => {
    let executor: ToolExecutor | undefined;
    const outer = makeTool("outer", async () => {
      await wait(2);
      return (await executor?.execute("inner", {}))?.result.error;
    });
    executor = makeExecutor([outer, makeTool("inner", () => 1, { timeout: 30 })], {
      maxConcurrentExecutions: 1,
    });
    const { result } = await executor.execute("outer", {});
    expect(result.data).toMatchObject({
      code: "Timeout",
      message: expect.stringContaining("timed out in the queue. Tools must call other tools"),
    });
    const slow = makeExecutor([makeTool("slow", () => never(), { timeout: 10 })]);
    expect((await slow.execute("slow", {})).result.error?.message).toMatch(
      /^Operation timed out after 0.0s$/,
    );
  });

  it("may call the executor directly at any time when the executor has a call scope", async () => {
    let executor: ToolExecutor | undefined;
    const outer = makeTool("outer", async () => {
      await wait(2);
      return (await executor?.execute("inner", {}))?.status;
    });
    executor = makeExecutor([outer, inner], {
      maxConcurrentExecutions: 1,
      executionTimeout: 1000,
      callScope: new AsyncLocalStorage(),
    });
    expect((await executor.execute("outer", {})).result.data).toBe("completed");
  });

  it("passes on session, workspace and services, but not an approver's decision", async () => {
    const seen: unknown[] = [];
    const child = makeTool("child", (_, { sessionId, workspacePath, isApproved }) => {
      seen.push({ sessionId, workspacePath, isApproved });
      return 1;
    });
    const risky = makeTool("risky", () => 1, { risk: "high" });
    const outer = makeTool("outer", async (_, context) => {
      await context.execute("child", {});
      return (await context.execute("risky", {})).status;
    });
    const executor = makeExecutor([outer, child, risky]);
    const { result } = await executor.execute("outer", {}, { sessionId: "s", workspacePath: "/w" });
    expect(seen).toEqual([{ sessionId: "s", workspacePath: "/w", isApproved: true }]);
    expect(result.data).toBe("denied");
  });

  it("does not block a nested call that claims the same resource", async () => {
    const claim = { concurrency: [{ key: "a", mode: "exclusive" as const }] };
    const outer = makeTool("outer", async (_, context) => (await context.execute("write", {})).status, claim);
    const executor = makeExecutor([outer, makeTool("write", () => 1, claim)], { executionTimeout: 1000 });
    const executions = await Promise.all([1, 2, 3].map(() => executor.execute("outer", {})));
    for (const { result } of executions) expect(result.data).toBe("completed");
  });

  it("takes precedence over calls that have not started, which may wait for it", async () => {
    const outer = makeTool(
      "outer",
      async (_, context) => {
        await wait(5);
        return (await context.execute("b", {})).status;
      },
      { concurrency: [{ key: "a", mode: "exclusive" }] },
    );
    const b = makeTool("b", () => 1, { concurrency: [{ key: "b", mode: "exclusive" }] });
    const both = makeTool("both", () => 1, {
      concurrency: [
        { key: "a", mode: "exclusive" },
        { key: "b", mode: "exclusive" },
      ],
    });
    const executor = makeExecutor([outer, b, both], { executionTimeout: 1000 });
    const [first, second] = await Promise.all([executor.execute("outer", {}), executor.execute("both", {})]);
    expect(first.result.data).toBe("completed");
    expect(second.status).toBe("completed");
  });

  it("gets an error when it would deadlock with another call", async () => {
    const cross = (id: string, own: string, other: string) =>
      makeTool(
        id,
        async (_, context) => {
          await wait(5);
          return (await context.execute(other, {})).status;
        },
        { concurrency: [{ key: own, mode: "exclusive" }] },
      );
    const leaf = (id: string, key: string) =>
      makeTool(id, () => 1, { concurrency: [{ key, mode: "exclusive" }] });
    const tools = [cross("x", "a", "lb"), cross("y", "b", "la"), leaf("la", "a"), leaf("lb", "b")];
    const executor = makeExecutor(tools, { executionTimeout: 2000 });
    const [x, y] = await Promise.all([executor.execute("x", {}), executor.execute("y", {})]);
    expect([x, y].map(({ result }) => String(result.data)).toSorted()).toEqual(["completed", "rejected"]);
  });

  it("ends its unfinished nested calls when it ends, and cannot start new ones", async () => {
    const statuses: string[] = [];
    let later: (() => Promise<string>) | undefined;
    const outer = makeTool("outer", (_, context) => {
      void context.execute("stuck", {}).then(({ status }) => statuses.push(status));
      later = async () => (await context.execute("inner", {})).status;
      return 1;
    });
    const executor = makeExecutor([outer, inner, makeTool("stuck", never)]);
    await executor.execute("outer", {});
    await wait(1);
    expect(statuses).toEqual(["cancelled"]);
    expect(await later?.()).toBe("cancelled");
    expect(executor.activity).toMatchObject({ running: 0, waiting: 0 });
  });

  it("is cancelled with everything below it", async () => {
    const statuses: string[] = [];
    const outer = makeTool("outer", async (_, context) => {
      statuses.push((await context.execute("stuck", {})).status);
      return 1;
    });
    const executor = makeExecutor([outer, makeTool("stuck", never)]);
    const { status } = await executor.execute("outer", {}, { signal: AbortSignal.timeout(20) });
    await wait(1);
    expect([status, ...statuses]).toEqual(["cancelled", "cancelled"]);
  });

  it("limits nested calls to its own remaining time", async () => {
    const outer = makeTool("outer", async (_, context) => (await context.execute("stuck", {})).status, {
      timeout: 20,
    });
    const executor = makeExecutor([outer, makeTool("stuck", never, { timeout: 60_000 })]);
    expect((await executor.execute("outer", {})).status).toBe("timedOut");
  });

  it("cannot recurse indefinitely", async () => {
    const loop = makeTool("loop", async (_, context) => {
      const { status, result } = await context.execute("loop", {});
      return status === "completed" ? result.data : status;
    });
    expect((await makeExecutor([loop]).execute("loop", {})).result.data).toBe("rejected");
  });
});
