import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeExecutor, makeTool } from "./fixtures.js";

/** What is left of many calls through one executor and one signal. */
export interface Leftovers {
  readonly completed: number;
  readonly listeners: number;
  readonly timers: number;
  readonly grownBytes: number;
  readonly warnings: readonly string[];
}

/** Calls a tool again and again, some at a time, all with the same signal. */
export async function callManyTimes(calls: number, atOnce: number): Promise<Leftovers> {
  const tool = makeTool("echo", async (params, { signal }) => ({ params, aborted: signal.aborted }), {
    concurrency: [{ key: "echo:{key}", mode: "exclusive" }],
  });
  // The first call imports modules, for which the test runner starts timers of its own.
  await makeExecutor([tool]).execute("echo", { key: 0 });
  const timersBefore = timerCount();
  const warnings: string[] = [];
  const warn = (warning: Error) => warnings.push(warning.name);
  process.on("warning", warn);
  const executor = makeExecutor([tool]);
  const { signal } = new AbortController();
  let completed = 0;
  const callAll = async (count: number) => {
    for (let done = 0; done < count; done += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, key) => executor.execute("echo", { key }, { signal }));
      for (const { status } of await Promise.all(batch)) if (status === "completed") completed++;
    }
  };
  await callAll(Math.min(calls, 10_000));
  completed = 0;
  const before = usedBytes();
  await callAll(calls);
  const grownBytes = usedBytes() - before;
  process.off("warning", warn);
  const timers = timerCount() - timersBefore;
  await executor.dispose();
  return { completed, listeners: getEventListeners(signal, "abort").length, timers, grownBytes, warnings };
}

/** Timers that keep the process alive, those of the test runner included. */
function timerCount(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
