import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "@toolkiln/mcp";
import { LineTransport } from "../../packages/mcp/node/line-transport.js";
import type { WireMessage } from "./line-client.js";
import { sampleExecutor } from "./sample-tools.js";

/** Sends all lines at once and ends the input; returns everything that comes back until the connection ends. */
export async function exchangeLines(lines: readonly string[]): Promise<WireMessage[]> {
  // Shorter than the drain time, so that a slow call is answered before the connection ends.
  const executor = sampleExecutor({ executionTimeout: 1_000 });
  const server = createMcpServer(executor);
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = "";
  output.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    const transport = new LineTransport({
      input,
      output,
      write: (line, done) => void output.write(line, "utf8", done),
      maxMessageSize: 1_000_000,
      drainTime: 3_000,
      onEnd: resolve,
    });
    serveStdio(server.connect, { transport, onerror: () => undefined });
  });
  input.end(lines.map((line) => `${line}\n`).join(""));
  await ended;
  await server.close();
  await executor.dispose();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as WireMessage);
}
