import { createMcpServer } from "@toolkiln/mcp";
import { serveHttp } from "@toolkiln/mcp/node";
import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";
import { createServices } from "./tools/services.js";

/** Serves the tools over HTTP to clients that know the token. Calls of medium risk or higher need approval by the client's user. */
export async function startServer(token: string, port: number) {
  const executor = new ToolExecutor(registry, { services: createServices() });
  const server = createMcpServer(executor, { name: "warehouse", version: "1.0.0", http: { token } });
  const service = await serveHttp(server, { host: "127.0.0.1", port });
  return {
    url: service.url,
    async close() {
      await service.close();
      await executor.dispose({ gracePeriod: 5000 });
    },
  };
}
