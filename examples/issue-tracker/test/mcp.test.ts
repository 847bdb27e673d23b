import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "@toolkiln/mcp";
import { serveHttp } from "@toolkiln/mcp/node";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { createExecutor } from "../executor.js";
import { createTestServices, disposeServices } from "../tools/services.js";

it("lets an MCP client create and find issues", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tracker-"));
  const services = createTestServices({ workspacePath: folder });
  const executor = await createExecutor(services, folder);
  const service = await serveHttp(createMcpServer(executor), { host: "127.0.0.1", port: 0 });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(service.url)));
  await client.callTool({ name: "issue_create", arguments: { title: "Broken login", labels: ["bug"] } });
  const found = await client.callTool({ name: "issue_search", arguments: { filter: { labels: ["bug"] } } });
  assert.equal((found.structuredContent as { total: number }).total, 1);
  await client.close();
  await service.close();
  await executor.dispose();
  disposeServices(services);
  rmSync(folder, { recursive: true });
});
