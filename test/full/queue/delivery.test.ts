import { createQueueBackend, openJournal, PostgresApprovalStore, startWorker } from "@toolkiln/queue";
import { serviceKey, ToolExecutor, ToolServices, withServices } from "@toolkiln/runtime";
import { trace, type Context } from "@opentelemetry/api";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferred, makeTool, never, wait } from "../../runtime/executor/fixtures.js";
import { startCluster } from "../support/postgres.js";
import { registryOf, TestQueue, until } from "./queue-fixtures.js";

const cluster = await startCluster("delivery over PostgreSQL");

afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("a queue", () => {
  let queue: TestQueue;

  beforeEach(() => {
    if (cluster !== undefined) queue = new TestQueue(cluster);
  });

  afterEach(() => queue.end());

  it("creates its tables when eight processes start at once", async () => {
    const tools = registryOf([]);
    const started = await Promise.all(Array.from({ length: 8 }, () => startWorker(tools, queue.connection)));
    for (const worker of started) await worker.stop();
    expect(await queue.sql("select version from {own}.version")).toEqual([{ version: 2 }]);
  });

  it("rejects tables of a newer version", async () => {
    await queue.worker([]);
    await queue.sql("update {own}.version set version = 99");
    await expect(startWorker(registryOf([]), queue.connection)).rejects.toThrow(
      /have version 99.*supports 2/,
    );
  });

  it("keeps injected values and services out of its tables; the worker has its own", async () => {
    const clock = serviceKey<string>("clock");
    const tool = makeTool("t", (params, context) => ({ ...params, clock: context.getService(clock) }), {
      inject: [{ parameter: "token", key: "token" }],
    });
    const { executor } = await queue.submitter([tool]);
    await queue.worker([tool], {
      inject: { token: "worker's" },
      services: new ToolServices().set(clock, "worker's"),
    });
    const { result } = await executor.execute(
      "t",
      { a: 1 },
      {
        inject: { token: "submitter's secret" },
        services: new ToolServices().set(clock, "submitter's secret"),
      },
    );
    expect(result.data).toEqual({ a: 1, token: "worker's", clock: "worker's" });
    const rows = await queue.sql("select e::text, j::text from {own}.execution e, {boss}.job j");
    expect(JSON.stringify(rows)).not.toContain("secret");
  });

  it.each(["of the worker", "of the project"])(
    "passes the services %s to tools and to the calls they make",
    async (notes) => {
      const uses = { uses: ["notes"] };
      const inner = makeTool("inner", (_, { services }) => Reflect.get(services, "notes"), uses);
      const outer = makeTool(
        "outer",
        async (_, context) => {
          const { result } = await context.execute("inner", {});
          return [Reflect.get(context.services, "notes"), result.data];
        },
        uses,
      );
      const tools = registryOf([outer, inner]);
      const { executor } = await queue.submitter([outer, inner], { services: { notes: "of the submitter" } });
      const worker = notes.endsWith("worker")
        ? await startWorker(tools, { ...queue.connection, services: { notes } })
        : await startWorker(withServices(tools, { notes }), queue.connection);
      const { result } = await executor.execute("outer", {});
      await worker.stop();
      expect(result.data).toEqual([notes, notes]);
    },
  );

  it("returns complete results up to the limit, and reports the size of a larger one", async () => {
    const tool = makeTool("t", ({ length }) => "ä\0\ud800".repeat(Number(length) / 3));
    const { executor } = await queue.submitter([tool]);
    await queue.worker([tool]);
    const small = await executor.execute("t", { length: 300_000 });
    expect(small.result.data).toBe("ä\0\ud800".repeat(100_000));
    const large = await executor.execute("t", { length: 12_000_000 });
    expect(large.status).toBe("failed");
    expect(large.result.error).toMatchObject({ code: "ResultTooLarge" });
    expect(large.result.error?.message).toMatch(
      /^The tool ran, but its result of 56000002 bytes exceeds the limit of 10485760/,
    );
  });

  it("rejects parameters that JSON would change", async () => {
    const tool = makeTool("t", () => 1);
    const { executor } = await queue.submitter([tool]);
    const { result } = await executor.execute("t", {}, { metadata: { at: new Date() } });
    expect(result.error?.message).toMatch(/metadata\/at is an instance of Date/);
  });

  it("serializes calls that claim the same resource on all workers, and lets shared claims overlap", async () => {
    let running = 0;
    const most = { exclusive: 0, shared: 0 };
    const tools = (["exclusive", "shared"] as const).map((mode) =>
      makeTool(
        mode,
        async () => {
          most[mode] = Math.max(most[mode], ++running);
          await wait(30);
          running--;
        },
        { concurrency: [{ key: "file:{path}", mode }] },
      ),
    );
    const { executor } = await queue.submitter(tools);
    for (let index = 0; index < 3; index++) await queue.worker(tools, { concurrency: 3 });
    const calls = (id: string) =>
      Promise.all(Array.from({ length: 9 }, () => executor.execute(id, { path: "a" })));
    for (const { status } of await calls("exclusive")) expect(status).toBe("completed");
    for (const { status } of await calls("shared")) expect(status).toBe("completed");
    expect(most.exclusive).toBe(1);
    expect(most.shared).toBeGreaterThan(1);
    expect(await queue.sql("select from pg_locks where locktype = 'advisory'")).toEqual([]);
  });

  it("frees the slot of a call that waits for a resource", async () => {
    const order: unknown[] = [];
    const run = async ({ name, milliseconds = 0 }: Record<string, unknown>) => {
      await wait(Number(milliseconds));
      order.push(name);
    };
    const locked = makeTool("locked", run, { concurrency: [{ key: "k", mode: "exclusive" }] });
    const free = makeTool("free", run);
    const { executor } = await queue.submitter([locked, free]);
    const worker = await queue.worker([locked, free], { concurrency: 2 });
    const calls = [executor.execute("locked", { name: "holds", milliseconds: 2_500 })];
    await until(() => worker.counts.running === 1);
    calls.push(executor.execute("locked", { name: "waits" }));
    await until(() => worker.counts.running === 2);
    calls.push(executor.execute("free", { name: "free" }));
    for (const { status } of await Promise.all(calls)) expect(status).toBe("completed");
    expect(order).toEqual(["free", "holds", "waits"]);
  });

  it("holds resources for calls that a tool makes on a worker", async () => {
    const lock = [{ key: "k", mode: "exclusive" }] as const;
    const order: string[] = [];
    const inner = makeTool("inner", () => order.push("inner"), { concurrency: lock });
    const outer = makeTool("outer", async (_, context) => {
      const { status } = await context.execute("inner", {});
      return status;
    });
    const both = makeTool("both", async (_, context) => (await context.execute("inner", {})).status, {
      concurrency: lock,
    });
    const tools = [inner, outer, both];
    const { executor } = await queue.submitter(tools);
    await queue.worker(tools);
    expect((await executor.execute("outer", {})).result.data).toBe("completed");
    expect((await executor.execute("both", {})).result.data).toBe("completed");
    expect(order).toHaveLength(2);
  });

  it("alternates between tenants, and runs higher priorities first", async () => {
    const order: unknown[] = [];
    const tool = makeTool("t", ({ name }) => order.push(name));
    const { executor } = await queue.submitter(
      [tool],
      {},
      { priority: ({ metadata }) => Number(metadata?.["priority"] ?? 0) },
    );
    const call = (name: string, sessionId: string, priority = 0) =>
      executor.execute("t", { name }, { sessionId, metadata: { priority } });
    const calls = Array.from({ length: 50 }, (_, index) => call(`a${index}`, "a"));
    await until(async () => (await queue.sql("select from {own}.execution")).length === 50);
    calls.push(call("b0", "b"), call("b1", "b"), call("urgent", "a", 5));
    await until(async () => (await queue.sql("select from {own}.execution")).length === 53);
    await queue.worker([tool], { concurrency: 1 });
    await Promise.all(calls);
    expect(order[0]).toBe("urgent");
    expect(order.indexOf("b0")).toBeLessThan(4);
    expect(order.indexOf("b1")).toBeLessThan(6);
    expect(order.filter((name) => String(name).startsWith("a"))).toEqual(
      Array.from({ length: 50 }, (_, index) => `a${index}`),
    );
  });

  it("aborts the tool's signal on cancellation and on timeout", async () => {
    const reasons: string[] = [];
    const tool = makeTool("t", (_, { signal }) => {
      signal.addEventListener("abort", () => reasons.push((signal.reason as Error).name));
      return never();
    });
    const { executor } = await queue.submitter([tool], { executionTimeout: 600 });
    const worker = await queue.worker([tool]);
    const controller = new AbortController();
    const cancelled = executor.execute("t", {}, { signal: controller.signal });
    await until(() => worker.counts.running === 1);
    controller.abort();
    expect((await cancelled).status).toBe("cancelled");
    await until(() => reasons.length === 1);
    const late = await executor.execute("t", {});
    expect(late.status).toBe("timedOut");
    expect(late.result.error?.message).toMatch(/^Operation timed out after/);
    await until(() => reasons.length === 2);
    await until(() => worker.counts.running === 0);
  });

  it("retries an idempotent tool as often as configured in the executor", async () => {
    let tries = 0;
    const tool = makeTool(
      "t",
      () => {
        if (++tries < 3) throw new Error("not yet");
        return "at last";
      },
      { hints: { idempotent: true } },
    );
    const { executor } = await queue.submitter([tool], { retries: 2, retryDelay: 1 });
    await queue.worker([tool]);
    const { result } = await executor.execute("t", {}, { executionId: "again" });
    expect(result.data).toBe("at last");
    expect(await queue.sql("select attempt, status from {own}.execution")).toEqual([
      { attempt: 3, status: "completed" },
    ]);
  });

  it("returns a result to a restarted submitter, by id and by the same call", async () => {
    let runs = 0;
    const gate = deferred();
    const tool = makeTool("t", async () => {
      runs++;
      await gate.promise;
      return { paid: true };
    });
    const first = await queue.submitter([tool]);
    void first.executor.execute("t", { a: 1 }, { executionId: "order-1" });
    const worker = await queue.worker([tool]);
    await until(() => worker.counts.running === 1);
    const { executor, backend } = await queue.submitter([tool]);
    expect(await backend.find("order-1")).toMatchObject({ status: "running", toolId: "t" });
    const again = executor.execute("t", { a: 1 }, { executionId: "order-1" });
    const other = await executor.execute("t", { a: 2 }, { executionId: "order-1" });
    expect(other.result.error?.message).toBe("The execution id 'order-1' is already used by another call.");
    gate.resolve();
    expect((await again).result.data).toEqual({ paid: true });
    expect((await backend.find("order-1"))?.result?.data).toEqual({ paid: true });
    expect((await executor.execute("t", { a: 1 }, { executionId: "order-1" })).result.data).toEqual({
      paid: true,
    });
    expect(runs).toBe(1);
    expect(await backend.find("order-2")).toBeUndefined();
  });

  it("lets running calls finish when a worker stops, and reports those that do not as unknown", async () => {
    const tool = makeTool("t", async ({ milliseconds }) => {
      await wait(Number(milliseconds));
      return "done";
    });
    const { executor } = await queue.submitter([tool]);
    const worker = await queue.worker([tool]);
    const calls = [100, 60_000].map((milliseconds) => executor.execute("t", { milliseconds }));
    await until(() => worker.counts.running === 2);
    await worker.stop({ gracePeriod: 3_000 });
    const [short, long] = await Promise.all(calls);
    expect(short?.status).toBe("completed");
    expect([long?.status, long?.result.error?.code]).toEqual(["unknown", "OutcomeUnknown"]);
  });

  it("lists audit records in order when the application's clock is behind the server's", async () => {
    const time = () => performance.timeOrigin + performance.now() - 60_000;
    const clock = vi.spyOn(Date, "now").mockImplementation(time);
    try {
      const tools = [makeTool("t", () => "ran")];
      const backend = createQueueBackend(queue.connection);
      const executor = new ToolExecutor(registryOf(tools), { backend, audit: backend.audit });
      await queue.worker(tools);
      expect((await executor.execute("t", {}, { executionId: "x" })).status).toBe("completed");
      await executor.dispose();
      const journal = await openJournal(queue.connection);
      expect((await journal.history("x")).map(({ type }) => type)).toEqual(["decision", "outcome"]);
      await journal.close();
    } finally {
      clock.mockRestore();
    }
  });

  it("joins the spans of submitter and worker", async () => {
    const tool = makeTool("t", () => 1);
    const place = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
    const span = { setAttribute() {}, setStatus() {}, end() {} };
    const parents: unknown[] = [];
    const { executor } = await queue.submitter([tool], {
      tracer: { startSpan: () => ({ ...span, spanContext: () => place }) },
    });
    await queue.worker([tool], {
      tracer: {
        startSpan(name, _, parent?: Context) {
          parents.push([name, parent && trace.getSpanContext(parent)?.spanId]);
          return span;
        },
      },
    });
    await executor.execute("t", {});
    expect(parents).toEqual([["run_tool t", place.spanId]]);
  });

  it("records approvals, decisions and runs, and counts them", async () => {
    const tool = makeTool("t", () => "ran", { risk: "high" });
    const store = new PostgresApprovalStore(queue.connection);
    const { executor, backend } = await queue.submitter([tool], {
      approvals: { key: "k".repeat(32), store },
    });
    const audited = new ToolExecutor(registryOf([tool]), {
      backend,
      audit: backend.audit,
      approvals: { key: "k".repeat(32), store },
    });
    await queue.worker([tool]);
    const prepared = await audited.prepare("t", { a: 1 }, { executionId: "x1" });
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    expect(await store.list()).toHaveLength(1);
    const done = await audited.resume(prepared.request.token, { decision: "approve" });
    expect([done.status, done.approval]).toEqual(["completed", "approved"]);
    expect((await audited.resume(prepared.request.token, { decision: "approve" })).status).toBe("denied");
    const other = await audited.prepare("t", { a: 2 }, { executionId: "x3" });
    if (other.status !== "approvalRequired") throw new Error(other.status);
    await audited.resume(other.request.token, { decision: "deny", reason: "Not today." });
    const denied = await audited.execute("t", {}, { executionId: "x2" });
    expect(denied.status).toBe("denied");
    const journal = await openJournal(queue.connection);
    await until(async () => (await journal.history("x2")).length >= 2);
    const kinds = async (id: string) =>
      (await journal.history(id)).map((record) => ("decision" in record ? record.decision : record.type));
    expect(await kinds("x1")).toEqual(
      expect.arrayContaining(["requested", "pending", "taken", "approved", "outcome"]),
    );
    expect(await kinds("x2")).toEqual(["denied", "outcome"]);
    // Written in the transaction that takes the approval, not by the audit hook.
    expect(await journal.history("x3")).toContainEqual(
      expect.objectContaining({ type: "taken", answer: "deny", reason: "Not today." }),
    );
    expect(await journal.find("x1")).toMatchObject({
      risk: "high",
      approval: "approved",
      status: "completed",
    });
    expect(await journal.status()).toMatchObject([
      { toolset: "default", queued: 0, running: 0, done: 1, failed: 0, lost: 0 },
    ]);
    expect(backend.counts).toMatchObject({ queued: 0, running: 0, done: 1 });
    await journal.close();
    await store.close();
    await executor.dispose();
  });

  it("lets operators cancel, retry, drain and reopen", async () => {
    let runs = 0;
    const tool = makeTool("t", ({ fails }) => {
      runs++;
      if (fails === true && runs === 1) throw new Error("failed on purpose");
      return runs;
    });
    const { executor, backend } = await queue.submitter([tool]);
    const journal = await openJournal(queue.connection);
    const waiting = executor.execute("t", {}, { executionId: "waits" });
    await until(async () => (await backend.find("waits")) !== undefined);
    expect(await journal.cancel("waits")).toBe(true);
    expect((await waiting).result.error?.code).toBe("Cancelled");
    expect(await journal.cancel("waits")).toBe(false);
    await queue.worker([tool]);
    await executor.execute("t", { fails: true }, { executionId: "fails" });
    expect(await journal.retry("fails")).toBe("notIdempotent");
    expect(await journal.retry("fails", { force: true })).toBe("queued");
    const limits =
      "select expire_seconds from {boss}.job where data->>'execution' = 'fails' order by expire_seconds";
    const [first, retried] = await queue.sql<{ expire_seconds: number }>(limits);
    expect(Math.abs((first?.expire_seconds ?? 0) - (retried?.expire_seconds ?? Infinity))).toBeLessThan(2);
    await until(async () => (await backend.find("fails"))?.status === "completed");
    expect((await backend.find("fails"))?.result?.data).toBe(2);
    expect(await journal.retry("fails", { force: true })).toBe("notKept");
    expect(await journal.retry("none")).toBe("notFound");
    await journal.setOpen("default", false);
    expect((await executor.execute("t", {})).result.error?.message).toBe(
      "The queue 'default' is closed and rejects new calls.",
    );
    await journal.setOpen("default", true);
    expect((await executor.execute("t", {})).status).toBe("completed");
    await journal.close();
  });

  it("ignores foreign and forged notifications", async () => {
    const gate = deferred();
    const tool = makeTool("t", async () => {
      await gate.promise;
      return 1;
    });
    const { executor } = await queue.submitter([tool]);
    const worker = await queue.worker([tool]);
    const call = executor.execute("t", {});
    await until(() => worker.counts.running === 1);
    const [row] = await queue.sql<{ job: string }>("select job from {own}.execution");
    const channels = await queue.sql<{ channel: string }>(
      "select distinct substring(query from 'tk_[sw]_[0-9a-f]+') as channel from pg_stat_activity where query ilike 'listen%'",
    );
    const job = row?.job ?? "";
    const forged = [`d${job}x.{"type":"value"}`, `d${job}`, `c${job}`, `p${job}{`];
    for (const { channel } of channels) {
      for (const payload of [...forged, "d", "d{", "d[[1]]", "p", "c", `p${"0".repeat(36)}{`])
        await queue.sql("select pg_notify($1, $2)", [channel, payload]);
    }
    expect(channels.length).toBeGreaterThan(1);
    await wait(200);
    gate.resolve();
    expect((await call).result.data).toBe(1);
  });

  it("serves a health check", async () => {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const worker = await queue.worker([], { health: { port } });
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ worker: worker.id, database: "connected", running: 0 });
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});
