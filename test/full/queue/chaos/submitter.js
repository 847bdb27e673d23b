// usage: node submitter.js <connection string> <folder> <prefix> <calls>   submits calls and prints a line for each result
import { createQueueBackend } from "@toolkiln/queue";
import { ToolExecutor } from "@toolkiln/runtime";
import { chaosCall, chaosRegistry } from "./chaos-tools.js";

const [connectionString, folder, prefix, count] = process.argv.slice(2);
const backend = createQueueBackend({ connectionString, key: "a key for tests only", heartbeatSeconds: 10 });
const executor = new ToolExecutor(chaosRegistry(folder), { backend, executionTimeout: 110_000 });
let next = 0;

async function submitInTurn() {
  while (next < Number(count)) {
    const index = next++;
    const { tool, input } = chaosCall(index);
    const executionId = `${prefix}-${index}`;
    const { status, result } = await executor.execute(tool, input, {
      executionId,
      sessionId: `tenant-${index % 5}`,
    });
    process.stdout.write(
      `${JSON.stringify({ executionId, tool, status, data: result.data, error: result.error?.message })}\n`,
    );
  }
}

await Promise.all(Array.from({ length: 100 }, submitInTurn));
await executor.dispose();
