// Runs one case in a process of its own and answers requests for rounds.
import { pathToFileURL } from "node:url";

const { setUp } = await import(pathToFileURL(process.argv[2]).href);
const { call, prove } = await setUp();
await prove();

process.on("message", async ({ calls }) => {
  const started = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) await call();
  const nanoseconds = Number(process.hrtime.bigint() - started) / calls;
  let bytes = 0;
  if (globalThis.gc) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 2000; index++) await call();
    bytes = (process.memoryUsage().heapUsed - before) / 2000;
  }
  process.send({ nanoseconds, bytes });
});
process.send("ready");
