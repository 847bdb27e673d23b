import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { startCluster } from "../support/postgres.js";

interface Side {
  readonly median: number;
  readonly throughput: number;
}

const cluster = await startCluster("the bench of the queue");

afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("an empty call", () => {
  // A busy moment of the machine is no regression: what is slow has to be so each time.
  it("costs little more than pg-boss alone, and an idle worker almost nothing", { retry: 2 }, () => {
    const script = new URL("bench/measure.js", import.meta.url).pathname;
    const text = execFileSync("node", [script, cluster?.connectionString ?? ""], { encoding: "utf8" });
    const { bare, queue, idle } = JSON.parse(text) as { bare: Side; queue: Side; idle: number };
    process.stderr.write(`queue bench: ${text}`);
    expect(queue.median / bare.median).toBeLessThanOrEqual(1.5);
    expect(queue.throughput / bare.throughput).toBeGreaterThanOrEqual(0.6);
    expect(idle).toBeLessThan(0.01);
  });
});
