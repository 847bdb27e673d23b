import { createMcpServer, type McpServerOptions } from "@toolkiln/mcp";
import { serveHttp, type ServeHttpOptions } from "@toolkiln/mcp/node";
import type { ToolExecutor } from "@toolkiln/runtime";
import { join } from "node:path";
import { cleanEnvironment } from "../cli/command-line.js";
import { repositoryRoot } from "../support/repository.js";
import type { ServerCommand } from "./clients.js";

/** The command that serves the sample tools over standard input and output. */
export function stdioServer(env: Record<string, string> = {}): ServerCommand {
  return {
    command: process.execPath,
    args: ["--import", "jiti/register", join(repositoryRoot, "test/mcp/stdio-server.ts")],
    cwd: repositoryRoot,
    env: { ...plainEnvironment(), ...env },
  };
}

/** The environment of a process that a client starts. */
export function plainEnvironment(): Record<string, string> {
  const entries = Object.entries(cleanEnvironment());
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Serves an executor on a free port of this machine. */
export async function httpServer(
  executor: ToolExecutor,
  options: McpServerOptions = {},
  http: ServeHttpOptions = {},
): Promise<{ url: string; executor: ToolExecutor; close(): Promise<void> }> {
  const service = await serveHttp(createMcpServer(executor, options), { port: 0, ...http });
  return {
    url: service.url,
    executor,
    async close() {
      await service.close({ gracePeriod: 200 });
      await executor.dispose();
    },
  };
}
