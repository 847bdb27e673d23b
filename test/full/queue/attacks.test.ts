import { createHmac, randomUUID } from "node:crypto";
import type { AnyTool } from "@toolkiln/runtime";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTool } from "../../runtime/executor/fixtures.js";
import { startCluster } from "../support/postgres.js";
import { TestQueue, until } from "./queue-fixtures.js";

const cluster = await startCluster("attacks on job rows");

afterAll(() => cluster?.remove(), 60_000);

interface Row {
  readonly id: string;
  readonly job: string;
  readonly decision: string;
}

/** A decision with changed content and the old signature. */
function changed(decision: string, change: (content: Record<string, unknown>) => void): string {
  const [signature, text] = splitOnce(decision);
  const content = JSON.parse(text) as Record<string, unknown>;
  change(content);
  return `${signature}.${JSON.stringify(content)}`;
}

function splitOnce(decision: string): readonly [string, string] {
  const end = decision.indexOf(".");
  return [decision.slice(0, end), decision.slice(end + 1)];
}

function signedWith(key: string, decision: string): string {
  const [, text] = splitOnce(decision);
  const context = `toolkiln queue 1 ${JSON.stringify("decision")}\n`;
  return `${createHmac("sha256", key).update(context).update(text).digest("base64url")}.${text}`;
}

describe.skipIf(cluster === undefined)("the queue", () => {
  let queue: TestQueue;
  let runs: unknown[];
  let tools: AnyTool[];

  beforeEach(() => {
    if (cluster === undefined) return;
    queue = new TestQueue(cluster);
    runs = [];
    const record = (params: unknown): string => {
      runs.push(params);
      return "ran";
    };
    const concurrency = [{ key: "account", mode: "exclusive" }] as const;
    tools = [makeTool("pay", record, { concurrency }), makeTool("refund", record)];
  });

  afterEach(() => queue.end());

  /** Submits a call while there is no worker, lets the attacker change the rows, and starts a worker. */
  async function attack(
    change: (row: Row) => Promise<unknown>,
    worker: Parameters<TestQueue["worker"]>[1] = {},
  ) {
    const { executor } = await queue.submitter(tools);
    const call = executor.execute("pay", { amount: 1 }, { executionId: "e1", sessionId: "s" });
    let row: Row | undefined;
    await until(async () => {
      [row] = await queue.sql<Row>("select id, job, decision from {own}.execution where id = 'e1'");
      return row !== undefined;
    });
    if (row !== undefined) await change(row);
    await queue.worker(tools, worker);
    return call;
  }

  const set = (column: string) => (change: (row: Row) => unknown) => (row: Row) =>
    queue.sql(`update {own}.execution set ${column} = $1`, [change(row)]);
  const decision = (change: (content: Record<string, unknown>) => void) =>
    set("decision")((row) => changed(row.decision, change));

  const tampered: readonly (readonly [string, () => (row: Row) => Promise<unknown>])[] = [
    [
      "whose parameters were changed",
      () => decision((content) => (content["parameters"] = { amount: 1_000 })),
    ],
    [
      "to which modified parameters were added",
      () => decision((content) => (content["modifiedParameters"] = { amount: 9 })),
    ],
    ["whose tool was changed", () => decision((content) => (content["tool"] = "refund"))],
    ["whose contract was changed", () => decision((content) => (content["contract"] = "other"))],
    ["whose risk was lowered", () => decision((content) => (content["risk"] = "low"))],
    ["whose approval was forged", () => decision((content) => (content["approval"] = "approved"))],
    ["whose approval flag was changed", () => decision((content) => (content["isApproved"] = false))],
    ["whose session was changed", () => decision((content) => (content["scope"] = { sessionId: "admin" }))],
    [
      "to which a workspace was added",
      () => decision((content) => (content["scope"] = { sessionId: "s", workspacePath: "/etc" })),
    ],
    ["whose claims were removed", () => decision((content) => (content["claims"] = []))],
    ["whose expiry was extended", () => decision((content) => (content["expires"] = Date.now() + 1e9))],
    ["that was made idempotent", () => decision((content) => (content["idempotent"] = true))],
    [
      "whose content has an additional space",
      () => set("decision")((row) => row.decision.replace("{", "{ ")),
    ],
    ["whose signature was removed", () => set("decision")((row) => splitOnce(row.decision)[1])],
    ["whose signature is empty", () => set("decision")((row) => `.${splitOnce(row.decision)[1]}`)],
    [
      "that was signed with another key",
      () => set("decision")((row) => signedWith("another key of 16", row.decision)),
    ],
    ["whose decision was removed", () => set("decision")(() => null)],
    ["whose decision has an unknown format", () => set("decision")(() => "{}")],
  ];

  it.each(tampered)("rejects a job %s", async (_, change) => {
    const { status, result } = await attack(change());
    expect([status, result.error?.code]).toEqual(["failed", "DecisionRefused"]);
    expect(result.error?.message).toMatch(/missing, was changed or was signed with another key/);
    expect(runs).toEqual([]);
  });

  it("rejects a job with the decision of another call", async () => {
    const { executor } = await queue.submitter(tools);
    void executor.execute("refund", { amount: 5 }, { executionId: "e2" });
    await until(async () => (await queue.sql("select from {own}.execution")).length === 1);
    const { result } = await attack(() =>
      queue.sql(
        "update {own}.execution set decision = (select decision from {own}.execution where id = 'e2') where id = 'e1'",
      ),
    );
    expect(result.error?.message).toBe("The decision belongs to another job.");
    expect(runs).toEqual([{ amount: 5 }]);
  });

  it("rejects a job from the queue of another toolset", async () => {
    const call = attack(
      async (row) => {
        await queue.worker([], { toolset: "others" });
        await queue.sql("update {boss}.job set name = 'others' where id = $1", [row.job]);
      },
      { toolset: "default" },
    );
    expect((await call).result.error?.message).toBe("The decision belongs to another job.");
    expect(runs).toEqual([]);
  });

  it("rejects a job with an expired decision even if its row was changed", async () => {
    const { executor } = await queue.submitter(tools, { executionTimeout: 300 });
    const { status } = await executor.execute("pay", { amount: 1 }, { executionId: "e1" });
    expect(status).toBe("timedOut");
    await until(
      async () => (await queue.sql("select from {own}.execution where finished_at is not null")).length === 1,
    );
    await queue.sql(
      "update {own}.execution set status = 'queued', finished_at = null, expires_at = now() + interval '1 h'",
    );
    await queue.sql("update {boss}.job set state = 'created', completed_on = null");
    await queue.worker(tools);
    await until(
      async () => (await queue.sql("select from {own}.execution where status = 'timedOut'")).length === 1,
    );
    expect(runs).toEqual([]);
  });

  it("rejects a job with another contract", async () => {
    const { executor } = await queue.submitter([makeTool("pay", () => "ran", { risk: "low" })], {});
    const call = executor.execute("pay", { amount: 1 });
    await queue.worker(tools);
    expect((await call).result.error?.message).toMatch(/^The tool 'pay' of this worker differs/);
    expect(runs).toEqual([]);
  });

  it("rejects a job for a tool that the worker does not have", async () => {
    const { executor } = await queue.submitter([makeTool("unknown", () => 1)]);
    const call = executor.execute("unknown", {});
    await queue.worker(tools);
    expect((await call).result.error?.message).toBe("This worker has no tool 'unknown'.");
  });

  it("rejects a copy of a job that ran", async () => {
    expect((await attack(() => Promise.resolve())).status).toBe("completed");
    await queue.sql(
      "insert into {boss}.job (id, name, data, policy) select $1, name, data, 'standard' from {boss}.job limit 1",
      [randomUUID()],
    );
    await until(
      async () => (await queue.sql("select from {boss}.job where state = 'completed'")).length === 2,
    );
    expect(runs).toHaveLength(1);
  });

  it("rejects a job that ran and was queued again", async () => {
    expect((await attack(() => Promise.resolve())).status).toBe("completed");
    await queue.sql("update {boss}.job set state = 'created', started_on = null, completed_on = null");
    await until(
      async () => (await queue.sql("select from {boss}.job where state = 'completed'")).length === 1,
    );
    expect(runs).toHaveLength(1);
  });

  it("rejects a job that was queued again together with its execution and decision", async () => {
    let kept = "";
    const call = attack((row) => {
      kept = row.decision;
      return Promise.resolve();
    });
    expect((await call).status).toBe("completed");
    await queue.sql(
      "update {own}.execution set status = 'queued', finished_at = null, worker = null, decision = $1",
      [kept],
    );
    await queue.sql("update {boss}.job set state = 'created', started_on = null, completed_on = null");
    await until(
      async () => (await queue.sql("select from {own}.execution where status = 'denied'")).length === 1,
    );
    expect(runs).toHaveLength(1);
  });

  it("ignores a result without a valid signature", async () => {
    const { executor } = await queue.submitter(tools);
    const call = executor.execute("pay", { amount: 1 });
    await until(async () => (await queue.sql("select from {own}.execution")).length === 1);
    await queue.sql(
      `update {own}.execution set status = 'completed', finished_at = now(), outcome = 'x.{"type":"value","value":"paid"}'`,
    );
    const { status, result } = await call;
    expect([status, result.error?.code]).toEqual(["unknown", "OutcomeUnknown"]);
  });
});
