import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { deferred, makeExecutor, makeTool, wait } from "./fixtures.js";

/** Runs a tool that throws after its call has ended, and returns what was logged from then on. */
async function logOf(
  body: (signal: AbortSignal) => unknown,
  end: "cancelled" | "timedOut",
  sensitive?: readonly string[],
): Promise<string[]> {
  const lines: string[] = [];
  const log = (message: string) => void lines.push(message);
  const started = deferred();
  const ended = deferred();
  const tool = makeTool(
    "t",
    async (_, { signal }) => {
      // The signal is read above, before the call ends: a signal that is first read later has no reason.
      started.resolve();
      await ended.promise;
      return body(signal);
    },
    sensitive && { sensitive },
  );
  const executor = makeExecutor([tool], {
    logger: { debug: log, info: log, warn: (line) => log(`warn ${line}`), error: log },
    ...(end === "timedOut" && { executionTimeout: 20 }),
  });
  const controller = new AbortController();
  const call = executor.execute("t", { key: "hunter2" }, { signal: controller.signal });
  await started.promise;
  if (end === "cancelled") controller.abort();
  expect((await call).status).toBe(end);
  lines.length = 0;
  ended.resolve();
  await wait(5);
  await executor.dispose();
  return lines;
}

describe("a tool that fails after its call has ended", () => {
  it.each(["cancelled", "timedOut"] as const)(
    "is logged with the place where it threw, when its call was %s",
    async (end) => {
      const lines = await logOf(() => Promise.reject(new Error("too\nlate")), end);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(
        /^warn t \(.+\) threw after its call had ended: too late .*late-rejection\.test/,
      );
    },
  );

  it("is logged whatever it throws", async () => {
    for (const thrown of [undefined, null, "text", { code: 5 }]) {
      expect(await logOf(() => Promise.reject(thrown), "cancelled")).toHaveLength(1);
    }
  });

  it("is logged without sensitive values", async () => {
    const [line = ""] = await logOf(() => Promise.reject(new Error("no hunter2")), "cancelled", ["/key"]);
    expect(line).toContain("no ••••");
    expect(line).not.toContain("hunter2");
  });

  it("is not logged when it stops on its signal, or returns", async () => {
    expect(await logOf((signal) => Promise.reject(signal.reason), "cancelled")).toEqual([]);
    expect(await logOf((signal) => signal.throwIfAborted(), "timedOut")).toEqual([]);
    expect(await logOf(() => "done", "cancelled")).toEqual([]);
  });

  it.each(["cancelled", "timedOut"] as const)(
    "is not logged when it throws an error that its signal caused, when its call was %s",
    async (end) => {
      expect(await logOf((signal) => sleep(1, undefined, { signal }), end)).toEqual([]);
      const wrap = ({ reason }: AbortSignal) => Promise.reject(new Error("Stopped.", { cause: reason }));
      expect(await logOf(wrap, end)).toEqual([]);
      const named = new DOMException("Stopped.", "AbortError");
      expect(await logOf(() => Promise.reject(named), end)).toEqual([]);
    },
  );

  it("is logged when its error has another cause or cannot be read", async () => {
    const unreadable = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("unreadable");
      },
    });
    for (const thrown of [new Error("x", { cause: new Error("y") }), unreadable]) {
      expect(await logOf(() => Promise.reject(thrown), "cancelled")).toHaveLength(1);
    }
  });

  it("is logged when it throws an AbortError without having read its signal", async () => {
    const lines: string[] = [];
    const log = (message: string) => void lines.push(message);
    const ended = deferred();
    const tool = makeTool("t", async () => {
      await ended.promise;
      throw new DOMException("Stopped.", "AbortError");
    });
    const logger = { debug: () => {}, info: () => {}, warn: log, error: () => {} };
    const executor = makeExecutor([tool], { logger, executionTimeout: 20 });
    expect((await executor.execute("t", {})).status).toBe("timedOut");
    lines.length = 0;
    ended.resolve();
    await wait(5);
    expect(lines).toHaveLength(1);
    await executor.dispose();
  });
});
