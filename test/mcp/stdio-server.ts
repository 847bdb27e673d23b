// The sample tools over standard input and output, for tests that start it as a separate process.
import { writeSync } from "node:fs";
import { createMcpServer } from "@toolkiln/mcp";
import { serveStdio } from "@toolkiln/mcp/node";
import { MockTool } from "@toolkiln/runtime/testing";
import { sampleExecutor } from "./sample-tools.js";

const observed = { aborted: 0 };
const executor = sampleExecutor({}, observed);
executor.registry.registerTool(
  new MockTool({
    id: "aborts",
    description: "Count the aborted calls of slow.",
    riskLevel: "safe",
    execute: () => ({ ...observed }),
  }),
);
executor.registry.registerTool(
  new MockTool({
    id: "chatty",
    description: "Print while working.",
    riskLevel: "safe",
    execute: () => {
      process.stdout.write("this is no message\n");
      globalThis.console.log("nor is this");
      return { printed: true };
    },
  }),
);
executor.registry.registerTool(
  new MockTool({
    id: "grow",
    description: "Register one more tool.",
    riskLevel: "safe",
    execute: () => {
      executor.registry.registerTool(new MockTool({ id: "grown", description: "New.", riskLevel: "safe" }));
      return { grown: true };
    },
  }),
);
const server = createMcpServer(executor, { pageSize: Number(process.env["PAGE_SIZE"] ?? 100) });
const connection = serveStdio(server, { maxMessageSize: 1024 * 1024, drainTime: 500 });
connection.closed
  .then(() => executor.dispose())
  .then(() => writeSync(2, "closed\n"))
  .catch(() => process.exit(1));
