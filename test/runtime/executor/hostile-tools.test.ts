import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completions, deferred, makeExecutor, makeTool, never, wait } from "./fixtures.js";

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});

afterEach(async () => {
  await wait(5);
  process.off("unhandledRejection", note);
  if (unhandled.length > 0) throw new AggregateError(unhandled, "Rejections were left unhandled.");
});

const brokenText = {
  toString() {
    throw new Error("no text");
  },
};
const circular = new Error("circular");
circular.cause = circular;
const unreadable = new Proxy(
  {},
  {
    get() {
      throw new Error("no property");
    },
    has() {
      throw new Error("no property");
    },
    getPrototypeOf() {
      throw new Error("no prototype");
    },
  },
);

describe("a tool that throws", () => {
  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a string", "text"],
    ["a symbol", Symbol("s")],
    ["an object whose toString throws", brokenText],
    ["an object without a prototype", Object.create(null)],
    ["a frozen error", Object.freeze(new Error("frozen"))],
    ["several errors", new AggregateError([new Error("a"), new Error("b")], "both")],
    ["an error that is its own cause", circular],
    ["an object that cannot be read", unreadable],
  ])("fails with one readable error for %s", async (_, thrown) => {
    const throwing = makeTool("throwing", () => {
      throw thrown;
    });
    const rejecting = makeTool("rejecting", () => Promise.reject(thrown));
    const executor = makeExecutor([throwing, rejecting]);
    const seen = completions(executor);
    for (const id of ["throwing", "rejecting"]) {
      const { status, result } = await executor.execute(id, {});
      expect(status).toBe("failed");
      expect(result.error?.message).toMatch(/\S/);
    }
    expect(seen).toHaveLength(2);
    await executor.dispose();
  });
});

describe("a tool that returns an unusual value", () => {
  it.each<[string, () => unknown]>([
    [
      "a thenable that throws",
      () => ({
        // oxlint-disable-next-line unicorn/no-thenable
        then() {
          throw new Error("then");
        },
      }),
    ],
    [
      "a thenable whose then cannot be read",
      () =>
        // oxlint-disable-next-line unicorn/no-thenable
        Object.defineProperty({}, "then", {
          get() {
            throw new Error("getter");
          },
        }),
    ],
    ["a function", () => () => 1],
    ["a symbol", () => Symbol("s")],
    [
      "a generator",
      () =>
        (function* () {
          yield 1;
        })(),
    ],
    ["a stream", () => new ReadableStream()],
    ["an iterator of one's own", () => Object.create({ next: () => ({ done: true }) }) as unknown],
    ["data that cannot be read", () => unreadable],
  ])("fails for %s", async (_, body) => {
    const executor = makeExecutor([makeTool("odd", body)]);
    const seen = completions(executor);
    const { status, result } = await executor.execute("odd", {});
    expect(status).toBe("failed");
    expect(result.success).toBe(false);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["a page with the name of the next one", { items: [1], next: "page-2" }],
    ["plain fields with the names of a stream's", { getReader: "Ada", next: () => 1 }],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { getReader: 1 })],
  ])("treats %s as data", async (_, data) => {
    const { result } = await makeExecutor([makeTool("plain", () => data)]).execute("plain", {});
    expect(result.success && result.data).toBe(data);
  });

  it("fails once for a thenable that resolves to itself", async () => {
    const endless = makeTool("endless", () => ({
      // oxlint-disable-next-line unicorn/no-thenable
      then(resolve: (value: unknown) => void) {
        resolve(this);
        resolve(this);
      },
    }));
    const executor = makeExecutor([endless]);
    const seen = completions(executor);
    const { status, result } = await executor.execute("endless", {});
    expect(status).toBe("failed");
    expect(result.error?.message).toContain("too many nested promises");
    expect(seen).toHaveLength(1);
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
  });

  it("awaits thenables until they resolve to a value", async () => {
    // oxlint-disable-next-line unicorn/no-thenable
    const inside = (value: unknown) => ({ then: (resolve: (value: unknown) => void) => resolve(value) });
    const executor = makeExecutor([makeTool("nested", () => inside(inside(Promise.resolve(inside(7)))))]);
    expect((await executor.execute("nested", {})).result.data).toBe(7);
  });

  it("leaves no unhandled rejection when a thenable rejects and then resolves", async () => {
    const fickle = makeTool("fickle", () => ({
      // oxlint-disable-next-line unicorn/no-thenable
      then(resolve: (value: unknown) => void, reject: (reason: unknown) => void) {
        reject(new Error("first"));
        resolve(Promise.reject(new Error("second")));
      },
    }));
    const { result } = await makeExecutor([fickle]).execute("fickle", {});
    expect(result.error?.message).toBe("first");
  });

  it("treats a `then` field that is not a function as data", async () => {
    // oxlint-disable-next-line unicorn/no-thenable
    const data = { then: "soon" };
    const executor = makeExecutor([makeTool("plain", () => data)]);
    expect((await executor.execute("plain", {})).result.data).toBe(data);
  });

  it("uses the first settlement of a thenable that settles more than once", async () => {
    const chatty = makeTool("chatty", () => ({
      // oxlint-disable-next-line unicorn/no-thenable
      then(resolve: (value: unknown) => void, reject: (reason: unknown) => void) {
        resolve("first");
        resolve("second");
        reject(new Error("third"));
      },
    }));
    const executor = makeExecutor([chatty]);
    const seen = completions(executor);
    expect((await executor.execute("chatty", {})).result.data).toBe("first");
    expect(seen).toHaveLength(1);
  });

  it("completes without data when nothing is returned", async () => {
    const executor = makeExecutor([makeTool("silent", () => undefined)]);
    expect(await executor.execute("silent", {})).toMatchObject({ status: "completed" });
  });
});

describe("a tool that does not end in time", () => {
  it("times out when it never settles, frees its slot and is counted as abandoned", async () => {
    const executor = makeExecutor([makeTool("stuck", never), makeTool("quick", () => 1)], {
      executionTimeout: 20,
      maxConcurrentExecutions: 1,
    });
    const seen = completions(executor);
    const { status, result, timedOut } = await executor.execute("stuck", {});
    expect({ status, timedOut, code: result.error?.code }).toEqual({
      status: "timedOut",
      timedOut: true,
      code: "Timeout",
    });
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 1 });
    expect((await executor.execute("quick", {})).status).toBe("completed");
    expect(seen).toHaveLength(2);
  });

  it.each([
    ["resolves", () => Promise.resolve("late")],
    ["rejects", () => Promise.reject(new Error("late"))],
  ])("has one result when it %s after its timeout", async (_, ending) => {
    const late = makeTool("late", async () => {
      await wait(40);
      return ending();
    });
    const executor = makeExecutor([late], { executionTimeout: 10 });
    const seen = completions(executor);
    expect((await executor.execute("late", {})).status).toBe("timedOut");
    await wait(50);
    expect(seen).toHaveLength(1);
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
  });

  it("is ignored after its call has ended", async () => {
    const reported: string[] = [];
    let reachBack = () => {};
    let signal: AbortSignal | undefined;
    const clingy = makeTool("clingy", (_, context) => {
      reachBack = () => {
        context.reportProgress("still here");
        signal = context.signal;
      };
      context.reportProgress("working");
      return 1;
    });
    const executor = makeExecutor([clingy]);
    executor.on("progress", ({ progress }) => reported.push(progress.message));
    const seen = completions(executor);
    await executor.execute("clingy", {});
    reachBack();
    expect(reported).toEqual(["working"]);
    expect(signal?.aborted).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it("reports its real duration when it blocks the event loop past its timeout", async () => {
    const blocking = makeTool("blocking", () => {
      const until = performance.now() + 60;
      while (performance.now() < until);
      return 1;
    });
    const executor = makeExecutor([blocking], { executionTimeout: 10 });
    const seen = completions(executor);
    const { durationMs } = await executor.execute("blocking", {});
    expect(durationMs).toBeGreaterThanOrEqual(59);
    expect(seen).toHaveLength(1);
  });

  it("does not hang on hooks that never answer", async () => {
    const hanging = [
      makeTool("a", { run: () => 1, isAvailable: never }),
      makeTool("b", { run: () => 1, validate: never }),
      makeTool("c", { run: () => 1, getEffectiveRiskLevel: never }),
    ];
    const executor = makeExecutor(hanging, { executionTimeout: 20 });
    for (const id of ["a", "b", "c"]) expect((await executor.execute(id, {})).status).toBe("timedOut");
  });
});

describe("listeners", () => {
  it("isolates a call and other listeners from a listener that throws or rejects", async () => {
    const heard: string[] = [];
    const errors: string[] = [];
    const executor = makeExecutor([makeTool("echo", () => 1)], {
      logger: { debug() {}, info() {}, warn() {}, error: (message) => errors.push(message) },
    });
    executor.on("completed", () => {
      throw new Error("sync");
    });
    executor.on("completed", async () => {
      throw new Error("async");
    });
    executor.on("completed", () => heard.push("third"));
    expect((await executor.execute("echo", {})).status).toBe("completed");
    await wait(1);
    expect(heard).toEqual(["third"]);
    expect(errors.join()).toMatch(/sync.*async/);
  });

  it("are notified when a progress callback fails", async () => {
    const gate = deferred();
    const tool = makeTool("echo", async (_, context) => {
      context.reportProgress("half", 50);
      await gate.promise;
      return 1;
    });
    const executor = makeExecutor([tool]);
    const pending = executor.execute(
      "echo",
      {},
      {
        onProgress: async () => {
          throw new Error("no");
        },
      },
    );
    gate.resolve();
    expect((await pending).status).toBe("completed");
  });
});
