import * as fc from "fast-check";
import type { ToolExecutionContext } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { compileClaims } from "../../../runtime/executor/locks/resource-claim.js";
import { completions, deferred, makeExecutor, makeTool, wait } from "./fixtures.js";

/** Tools that read and write `key`, and note when they begin and end. */
function readersAndWriters(journal: string[], milliseconds = 5) {
  const body = (kind: string) => async (params: Record<string, unknown>) => {
    journal.push(`+${kind}${String(params["name"])}`);
    await wait(milliseconds);
    journal.push(`-${kind}${String(params["name"])}`);
    return 1;
  };
  return [
    makeTool("read", body("r"), { concurrency: [{ key: "file:{key}", mode: "shared" }] }),
    makeTool("write", body("w"), { concurrency: [{ key: "file:{key}", mode: "exclusive" }] }),
    makeTool("move", body("m"), {
      concurrency: [
        { key: "file:{to}", mode: "exclusive" },
        { key: "file:{from}", mode: "exclusive" },
      ],
    }),
  ];
}

describe("claims", () => {
  it("are filled in and sorted, with one claim per key in its strongest mode", () => {
    const claims = compileClaims([
      { key: "file:{b}", mode: "shared" },
      { key: "file:{a}", mode: "shared" },
      { key: "file:{c}", mode: "exclusive" },
    ]);
    expect(claims?.({ a: "x", b: "y", c: "y" })).toEqual([
      { key: "file:x", exclusive: false },
      { key: "file:y", exclusive: true },
    ]);
  });

  it("are computed from the parameters of each call", () => {
    const claims = compileClaims([{ key: "file:{path}!", mode: "shared" }]);
    const values = ["a", "a", "b", ["a"], undefined, "undefined", "a"];
    expect(values.map((path) => claims?.({ path })?.map(({ key }) => key))).toEqual([
      ["file:a!"],
      ["file:a!"],
      ["file:b!"],
      ["file:a!"],
      ["file:!"],
      ["file:undefined!"],
      ["file:a!"],
    ]);
  });

  it("are made for each item of a list", () => {
    const claims = compileClaims([{ key: "file:{paths}", mode: "exclusive" }]);
    expect(claims?.({ paths: ["b", "a", "b"] })).toEqual([
      { key: "file:a", exclusive: true },
      { key: "file:b", exclusive: true },
    ]);
    expect(claims?.({ paths: [] })).toEqual([]);
    expect(claims?.({})).toEqual([{ key: "file:", exclusive: true }]);
  });
});

describe("calls that share a resource", () => {
  it("share for reading and exclude each other for writing, in order of arrival", async () => {
    const journal: string[] = [];
    const executor = makeExecutor(readersAndWriters(journal), { maxConcurrentExecutions: 10 });
    const order = ["read", "read", "write", "read", "write"];
    // Load the validators first: the first call of a tool reaches the locks only after that.
    await Promise.all(["read", "write"].map((id) => executor.execute(id, { key: id })));
    journal.length = 0;
    await Promise.all(order.map((id, name) => executor.execute(id, { key: "a", name })));
    expect(journal).toEqual(["+r0", "+r1", "-r0", "-r1", "+w2", "-w2", "+r3", "-r3", "+w4", "-w4"]);
  });

  it("do not block calls of other resources or occupy their slots", async () => {
    const journal: string[] = [];
    const executor = makeExecutor(readersAndWriters(journal), { maxConcurrentExecutions: 2 });
    await executor.execute("read", { key: "warm", name: "" });
    journal.length = 0;
    const keys = ["a", "a", "a", "b"];
    await Promise.all(keys.map((key, name) => executor.execute("write", { key, name })));
    expect(journal.indexOf("+w3")).toBeLessThan(journal.indexOf("-w0"));
  });

  it("take several resources without a deadlock, whatever their order", async () => {
    const journal: string[] = [];
    const executor = makeExecutor(readersAndWriters(journal, 0), { maxConcurrentExecutions: 4 });
    const moves = Array.from({ length: 50 }, (_, index) =>
      executor.execute("move", index % 2 === 0 ? { from: "a", to: "b" } : { from: "b", to: "a" }),
    );
    for (const { status } of await Promise.all(moves)) expect(status).toBe("completed");
  });

  it("can be cancelled and time out while they wait, and keep no locks", async () => {
    const gate = deferred();
    const tool = makeTool("hold", () => gate.promise, {
      concurrency: [{ key: "a", mode: "exclusive" }],
      timeout: 500,
    });
    const quick = makeTool("quick", () => 1, {
      concurrency: [{ key: "a", mode: "exclusive" }],
      timeout: 20,
    });
    const executor = makeExecutor([tool, quick]);
    const held = executor.execute("hold", {});
    await wait(1);
    const controller = new AbortController();
    const cancelled = executor.execute("hold", {}, { signal: controller.signal });
    const late = executor.execute("quick", {});
    await wait(1);
    controller.abort();
    expect((await cancelled).status).toBe("cancelled");
    expect((await late).status).toBe("timedOut");
    gate.resolve();
    expect((await held).status).toBe("completed");
    expect((await executor.execute("quick", {})).status).toBe("completed");
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
  });

  it("release the locks of a call that timed out", async () => {
    const tool = makeTool("stuck", () => new Promise(() => {}), {
      concurrency: [{ key: "a", mode: "exclusive" }],
      timeout: 10,
    });
    const executor = makeExecutor([tool]);
    const calls = [executor.execute("stuck", {}), executor.execute("stuck", {})];
    for (const { status } of await Promise.all(calls)) expect(status).toBe("timedOut");
  });

  it("count as waiting: a full queue rejects", async () => {
    const gate = deferred();
    const tool = makeTool("hold", () => gate.promise, { concurrency: [{ key: "a", mode: "exclusive" }] });
    const executor = makeExecutor([tool], { maxQueueLength: 1 });
    const calls = [1, 2, 3].map(() => executor.execute("hold", {}));
    await wait(1);
    gate.resolve();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["completed", "completed", "rejected"]);
  });

  it("never violate locking and always end, for random sequences", async () => {
    const call = fc.record({
      tool: fc.constantFrom("read", "write", "move"),
      key: fc.constantFrom("a", "b", "c"),
      from: fc.constantFrom("a", "b", "c"),
      to: fc.constantFrom("a", "b", "c"),
      nested: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        async (calls, limit) => {
          const held = new Map<string, { readers: number; writers: number }>();
          const within = async (keys: readonly string[], write: boolean, body: () => Promise<unknown>) => {
            for (const key of keys) {
              const state = held.get(key) ?? { readers: 0, writers: 0 };
              held.set(key, state);
              if (write) state.writers++;
              else state.readers++;
              expect(state.writers > 1 || (state.writers === 1 && state.readers > 0)).toBe(false);
            }
            await body();
            await wait(0);
            for (const key of keys) {
              const state = held.get(key);
              if (state !== undefined && write) state.writers--;
              else if (state !== undefined) state.readers--;
            }
            return 1;
          };
          const body =
            (write: boolean, keysOf: (params: Record<string, unknown>) => string[]) =>
            (params: Record<string, unknown>, context: ToolExecutionContext) =>
              within(keysOf(params), write, async () => {
                if (params["nested"] === true) await context.execute("inner", {});
              });
          const read = body(false, ({ key }) => [String(key)]);
          const write = body(true, ({ key }) => [String(key)]);
          const move = body(true, ({ from, to }) => [...new Set([String(from), String(to)])]);
          const tools = [
            makeTool("read", read, { concurrency: [{ key: "{key}", mode: "shared" }] }),
            makeTool("write", write, { concurrency: [{ key: "{key}", mode: "exclusive" }] }),
            makeTool("move", move, {
              concurrency: [
                { key: "{from}", mode: "exclusive" },
                { key: "{to}", mode: "exclusive" },
              ],
            }),
            makeTool("inner", () => within(["inner"], true, () => wait(0)), {
              concurrency: [{ key: "inner", mode: "exclusive" }],
            }),
          ];
          const executor = makeExecutor(tools, { maxConcurrentExecutions: limit, executionTimeout: 5000 });
          const seen = completions(executor);
          const executions = await Promise.all(
            calls.map(({ tool, ...params }) => executor.execute(tool, params)),
          );
          for (const { status } of executions) expect(status).toBe("completed");
          expect(seen.length).toBeGreaterThanOrEqual(calls.length);
          expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
          await executor.dispose();
        },
      ),
      { numRuns: 40 },
    );
  });
});
