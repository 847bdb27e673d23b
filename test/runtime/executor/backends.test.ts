import { InProcessBackend, type ExecutionBackend, type ExecutionJob } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { describeBackend } from "./backend-contract.js";
import { makeExecutor, makeTool } from "./fixtures.js";

describeBackend("in this process", { make: async (limits) => new InProcessBackend(limits), latency: 0 });

/** Answers only after a trip through the event loop, as a backend in another process would. */
class DistantBackend implements ExecutionBackend {
  readonly #inner: InProcessBackend;
  readonly #withdrawn = new WeakSet<ExecutionJob>();

  constructor(inner: InProcessBackend) {
    this.#inner = inner;
  }

  submit(job: ExecutionJob): void {
    setTimeout(() => {
      if (!this.#withdrawn.has(job)) this.#inner.submit(job);
    }, 1);
  }

  withdraw(job: ExecutionJob): void {
    this.#withdrawn.add(job);
    this.#inner.withdraw(job);
  }

  dispose(): Promise<void> {
    return this.#inner.dispose();
  }
}

describeBackend("that responds later", {
  make: async (limits) => new DistantBackend(new InProcessBackend(limits)),
  latency: 5,
});

describe("a backend in another process", () => {
  it("receives the data that a signed decision needs", async () => {
    const tool = makeTool("t", () => 1);
    let seen: ExecutionJob | undefined;
    const executor = makeExecutor([tool], {
      backend: {
        submit(job) {
          seen = job;
          job.settle({ type: "returned", value: 1 });
        },
        withdraw() {},
        dispose: () => Promise.resolve(),
      },
    });
    await executor.execute("t", {});
    expect(seen?.contract).toBe(tool.contract);
    expect([seen?.risk, seen?.approval]).toEqual(["safe", "notRequired"]);
  });

  it("reports with `began` whether a call timed out in the queue or while it ran", async () => {
    const messages = await Promise.all(
      [false, true].map(async (begins) => {
        const executor = makeExecutor([makeTool("t", () => 1)], {
          executionTimeout: 5,
          backend: {
            submit: (job) => (begins ? job.began() : undefined),
            withdraw() {},
            dispose: () => Promise.resolve(),
          },
        });
        return (await executor.execute("t", {})).result.error?.message;
      }),
    );
    expect(messages[0]).toContain("timed out in the queue");
    expect(messages[1]).toMatch(/^Operation timed out after/);
  });
});

describe("a backend that misbehaves", () => {
  const withBackend = (submit: (job: ExecutionJob) => void, retries = 0) =>
    makeExecutor([makeTool("t", () => 1, { hints: { idempotent: true } })], {
      retries,
      retryDelay: 1,
      backend: { submit, withdraw() {}, dispose: () => Promise.resolve() },
    });

  it("reports the outcome of a lost job as unknown", async () => {
    const executor = withBackend((job) => job.settle({ type: "unknown", reason: "The worker was lost." }));
    const { status, result } = await executor.execute("t", {});
    expect([status, result.error?.code]).toEqual(["unknown", "OutcomeUnknown"]);
  });

  it("gets a lost idempotent job again", async () => {
    let tries = 0;
    const executor = withBackend((job) => {
      if (++tries === 1) job.settle({ type: "unknown", reason: "lost" });
      else job.settle({ type: "returned", value: job.run() });
    }, 1);
    expect((await executor.execute("t", {})).status).toBe("completed");
  });

  it("can settle a job only once", async () => {
    const executor = withBackend((job) => {
      job.settle({ type: "returned", value: "first" });
      job.settle({ type: "returned", value: "second" });
      job.settle({ type: "threw", thrown: new Error("third") });
    });
    let completed = 0;
    executor.on("completed", () => completed++);
    expect((await executor.execute("t", {})).result.data).toBe("first");
    expect(completed).toBe(1);
  });

  it("fails the call when it throws instead of answering", async () => {
    const executor = withBackend(() => {
      throw new Error("no connection");
    });
    const { status, result } = await executor.execute("t", {});
    expect([status, result.error?.message]).toEqual(["failed", "no connection"]);
  });
});
