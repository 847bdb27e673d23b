// The sample tools over HTTP in a separate process, which reports its memory use to its parent.
import { createMcpServer } from "@toolkiln/mcp";
import { serveHttp } from "@toolkiln/mcp/node";
import { sampleExecutor } from "./sample-tools.js";

const executor = sampleExecutor();
const service = serveHttp(createMcpServer(executor), { port: 0 });
process.on("message", (question) => {
  const answer = async (): Promise<unknown> => {
    if (question === "url") return (await service).url;
    for (let round = 0; round < 5; round++) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return { held: heapUsed + external, rss, open: executor.activity };
  };
  answer()
    .then((value) => process.send?.(value))
    .catch(() => process.exit(1));
});
process.on("disconnect", () => process.exit(0));
