import { createQueueBackend } from "@toolkiln/queue";
import { ToolExecutor } from "@toolkiln/runtime";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTool, wait } from "../../runtime/executor/fixtures.js";
import { startCluster } from "../support/postgres.js";
import { registryOf, TestQueue, until } from "./queue-fixtures.js";

const cluster = await startCluster("PostgreSQL that goes and comes back");

afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("while PostgreSQL is unavailable", () => {
  let queue: TestQueue;
  let runs = 0;
  const tool = makeTool("t", async () => {
    await wait(300);
    return ++runs;
  });

  beforeEach(() => {
    if (cluster !== undefined) queue = new TestQueue(cluster);
    runs = 0;
  });

  afterEach(() => queue.end());

  it("calls wait, running ones keep their results, and nothing runs twice", async () => {
    const { executor } = await queue.submitter([tool]);
    const worker = await queue.worker([tool]);
    const running = executor.execute("t", {});
    await until(() => worker.counts.running === 1);
    await cluster?.stop();
    await until(() => !worker.isConnected);
    const waiting = executor.execute("t", {});
    await wait(1_500);
    const before = process.cpuUsage();
    await wait(1_000);
    const { user, system } = process.cpuUsage(before);
    await cluster?.start();
    expect((await running).result.data).toBe(1);
    expect((await waiting).result.data).toBe(2);
    expect(runs).toBe(2);
    await until(() => worker.isConnected);
    // CPU time in microseconds during the measured second: there is no busy loop.
    expect(user + system).toBeLessThan(300_000);
  });

  it("calls fail at once if `whenUnavailable` is `fail`", async () => {
    const { executor } = await queue.submitter([tool], {}, { whenUnavailable: "fail" });
    await cluster?.stop();
    const { status, result } = await executor.execute("t", {});
    await cluster?.start();
    expect(status === "failed" || status === "unknown").toBe(true);
    expect(result.error?.message).toMatch(/^The queue database failed: /);
  });

  it("a submitter that starts during the outage waits", async () => {
    await queue.worker([tool]);
    await cluster?.stop();
    const executor = new ToolExecutor(registryOf([tool]), { backend: createQueueBackend(queue.connection) });
    const call = executor.execute("t", {});
    await wait(500);
    await cluster?.start();
    expect((await call).status).toBe("completed");
    await executor.dispose();
  });
});
