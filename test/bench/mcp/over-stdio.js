// A client that starts its server and speaks to it over standard input and output.
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { clientCase } from "./client-case.js";

/** A case whose client starts one of the servers. */
export function overStdio(server) {
  const script = fileURLToPath(new URL("stdio-server.js", import.meta.url));
  return clientCase(new StdioClientTransport({ command: process.execPath, args: [script, server] }));
}
