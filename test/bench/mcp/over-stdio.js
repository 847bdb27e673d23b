// A client that starts its server and speaks to it over standard input and output.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { clientCase } from "./client-case.js";

/** A case whose client starts one of the servers. */
export function overStdio(server) {
  // Client and server share one core where taskset exists; otherwise the ratio depends on which core the scheduler picks.
  spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", "0", String(process.pid)]);
  const script = fileURLToPath(new URL("stdio-server.js", import.meta.url));
  return clientCase(new StdioClientTransport({ command: process.execPath, args: [script, server] }));
}
