import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createQueueBackend } from "@toolkiln/queue";
import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "../../../generated/registry.js";
import { afterAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../../support/repository.js";
import { startCluster } from "../support/postgres.js";

const cluster = await startCluster("toolkiln worker and toolkiln queue");
const key = "a key for tests only";
const command = join(repositoryRoot, "packages/cli/bin/toolkiln.js");
const options = {
  cwd: repositoryRoot,
  encoding: "utf8",
  env: { ...process.env, TOOLKILN_DATABASE: cluster?.connectionString ?? "", TOOLKILN_QUEUE_KEY: key },
} as const;

afterAll(() => cluster?.remove(), 60_000);

function toolkiln(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("node", [command, ...args], options);
  return { code: status, stdout, stderr };
}

describe.skipIf(cluster === undefined)("the commands of the queue", () => {
  it("run a project's tools, list executions, drain, and exit", async () => {
    const { connectionString = "" } = cluster ?? {};
    const worker = spawn("node", [command, "worker", "--concurrency", "2"], options);
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    const executor = new ToolExecutor(registry, { backend: createQueueBackend({ connectionString, key }) });
    const { status, result } = await executor.dispatch(
      "json-query",
      { json: "[1]", query: "$[0]" },
      {
        executionId: "x1",
      },
    );
    expect([status, result.error?.message]).toEqual(["completed", undefined]);
    const shown = JSON.parse(toolkiln("queue", "show", "x1", "--json").stdout) as { execution: object };
    expect(shown.execution).toMatchObject({
      toolId: "json-query",
      status: "completed",
      approval: "notRequired",
    });
    const counts = JSON.parse(toolkiln("queue", "status", "--json").stdout) as { queues: object[] };
    expect(counts.queues).toMatchObject([{ toolset: "default", queued: 0, running: 0, done: 1 }]);
    expect(toolkiln("queue", "cancel", "x1")).toMatchObject({
      code: 1,
      stderr: "The execution 'x1' has already ended.\n",
    });
    expect(toolkiln("queue", "retry", "none")).toMatchObject({ code: 2 });
    expect(toolkiln("queue", "drain").code).toBe(0);
    expect(toolkiln("queue", "drain", "--open").code).toBe(0);
    worker.kill("SIGTERM");
    expect(await ended).toBe(0);
    await executor.dispose();
  });

  it("report missing options", () => {
    const missing = spawnSync("node", [command, "queue", "status"], {
      ...options,
      env: { ...options.env, TOOLKILN_QUEUE_KEY: "" },
    });
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/^TOOLKILN_QUEUE_KEY is missing/);
    const away = toolkiln("worker", "--database", "postgres://127.0.0.1:1/none");
    expect(away).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("The queue cannot be opened: ") as unknown,
    });
  });
});
