import { MockTool } from "@toolkiln/runtime/testing";
import { afterAll, describe, expect, it } from "vitest";
import { startCluster } from "../support/postgres.js";
import { createExecutor, runCalls } from "./examples/two-processes.js";
import { registryOf } from "./queue-fixtures.js";

const cluster = await startCluster("the example of the queue");
afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("the example of the queue", () => {
  it("runs a call on a worker", async () => {
    const { connectionString = "" } = cluster ?? {};
    const registry = registryOf([new MockTool({ id: "echo", execute: ({ text }) => ({ text }) })]);
    const key = "a key for tests only";
    const worker = await runCalls(registry, connectionString, key);
    const executor = createExecutor(registry, connectionString, key);
    const { result } = await executor.dispatch("echo", { text: "hello" });
    await executor.dispose();
    await worker.stop();
    expect(result).toMatchObject({ success: true, data: { text: "hello" } });
  });
});
