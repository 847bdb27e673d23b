// Runs one case in a process of its own and answers requests for rounds.
import { pathToFileURL } from "node:url";

const { setUp } = await import(pathToFileURL(process.argv[2]).href);
const { call, prove } = await setUp();
await prove();

process.on("message", async ({ calls, measure }) => {
  // Other processes had the caches meanwhile.
  for (let index = 0; index < calls / 2; index++) await call();
  if (measure === "bytes") globalThis.gc();
  const before = measure === "bytes" ? process.memoryUsage().heapUsed : process.hrtime.bigint();
  for (let index = 0; index < calls; index++) await call();
  const after = measure === "bytes" ? process.memoryUsage().heapUsed : process.hrtime.bigint();
  process.send(Number(after - before) / calls);
});
process.send("ready");
