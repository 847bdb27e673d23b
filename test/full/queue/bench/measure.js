// usage: node measure.js <connection string>   round trips of an empty call, beside those of pg-boss by itself
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createQueueBackend } from "@toolkiln/queue";
import { ToolExecutor } from "@toolkiln/runtime";
import { PgBoss } from "pg-boss";
import { echoRegistry } from "./echo-registry.js";

const [connectionString] = process.argv.slice(2);
const rounds = 3;

function startWorker(script) {
  const file = new URL(`${script}.js`, import.meta.url).pathname;
  const child = spawn("node", [file, connectionString], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve) => child.stdout.once("data", () => resolve(child)));
}

async function connectBare() {
  const boss = new PgBoss({ connectionString, schema: "bare", schedule: false });
  boss.on("error", () => {});
  await boss.start();
  const database = boss.getDb();
  const waiting = new Map();
  const handleResult = async (id) => {
    const job = await boss.getJobById("calls", id);
    waiting.get(id)?.(job.output);
  };
  await database.listen("bare_results", handleResult, () => {});
  const call = async () => {
    const id = randomUUID();
    const result = new Promise((resolve) => waiting.set(id, resolve));
    await boss.send("calls", { value: "x" }, { id });
    await database.executeSql("select pg_notify('bare_calls', '')");
    await result;
    waiting.delete(id);
  };
  return { call, close: () => boss.stop({ graceful: false }) };
}

async function connectQueue() {
  const backend = createQueueBackend({ connectionString, key: "a key for benchmarks" });
  const executor = new ToolExecutor(echoRegistry(), { backend });
  const call = async () => {
    const { status } = await executor.execute("echo", { value: "x" });
    if (status !== "completed") throw new Error(status);
  };
  return { call, close: () => executor.dispose() };
}

/** The median of single calls in milliseconds, and the calls per second of 16 callers. */
async function measure({ call }) {
  const times = [];
  for (let index = 0; index < 150; index++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const began = performance.now();
  let left = 1_000;
  const caller = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return {
    median: times.toSorted((a, b) => a - b)[75],
    throughput: 1_000 / ((performance.now() - began) / 1_000),
  };
}

/** CPU time in seconds that a process has used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const workers = [await startWorker("bare-worker"), await startWorker("worker")];
const bare = await connectBare();
const queue = await connectQueue();
for (const { call } of [bare, queue]) for (let index = 0; index < 50; index++) await call();
const best = { bare: { median: Infinity, throughput: 0 }, queue: { median: Infinity, throughput: 0 } };
for (let round = 0; round < rounds; round++) {
  // Alternate, so that other programs on the machine affect both sides.
  for (const [name, side] of Object.entries({ bare, queue })) {
    const { median, throughput } = await measure(side);
    best[name] = {
      median: Math.min(best[name].median, median),
      throughput: Math.max(best[name].throughput, throughput),
    };
  }
}
await bare.close();
await queue.close();
const pid = workers[1].pid;
const before = cpuOf(pid);
await new Promise((resolve) => setTimeout(resolve, 20_000));
const idle = (cpuOf(pid) - before) / 20;
for (const worker of workers) worker.kill("SIGKILL");
process.stdout.write(`${JSON.stringify({ ...best, idle })}\n`);
process.exit();
