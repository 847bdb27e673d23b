import { InMemoryTransport, McpServer, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { asSchema, tool } from "ai";
import { describe, expect, it } from "vitest";
import { fileRead } from "../../../../generated/tools/file-read.js";

describe("a contract", () => {
  it("can be used as an input schema of the AI SDK without conversion", async () => {
    const { inputSchema } = tool({ inputSchema: fileRead, execute: async ({ path }) => path });
    const schema = asSchema(inputSchema);
    expect(await schema.jsonSchema).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      required: ["path"],
    });
    expect(await schema.validate?.({ path: "a" })).toEqual({
      success: true,
      value: { path: "a", encoding: "utf-8", maxBytes: 1048576 },
    });
    expect(await schema.validate?.({})).toMatchObject({ success: false });
  });

  it("can be used as an input schema of an MCP server without conversion", async () => {
    const server = new McpServer({ name: "test", version: "1.0.0" });
    server.registerTool("file_read", { inputSchema: fileRead }, async ({ path, encoding }) => ({
      content: [{ type: "text", text: `${path} ${encoding}` }],
    }));
    const [client, transport] = InMemoryTransport.createLinkedPair();
    const answers = new Map<unknown, (message: unknown) => void>();
    Object.assign(client, {
      onmessage(message: JSONRPCMessage): void {
        if ("id" in message) answers.get(message.id)?.(message);
      },
    });
    let id = 0;
    const ask = (method: string, params: Record<string, unknown>) =>
      new Promise<unknown>((resolve) => {
        answers.set(++id, resolve);
        void client.send({ jsonrpc: "2.0", id, method, params });
      });
    await server.connect(transport);
    await client.start();
    const clientInfo = { name: "client", version: "1.0.0" };
    await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await client.send({ jsonrpc: "2.0", method: "notifications/initialized" });

    expect(await ask("tools/list", {})).toMatchObject({
      result: { tools: [{ name: "file_read", inputSchema: { type: "object", required: ["path"] } }] },
    });
    expect(await ask("tools/call", { name: "file_read", arguments: { path: "a" } })).toMatchObject({
      result: { content: [{ text: "a utf-8" }] },
    });
    const refused = JSON.stringify(await ask("tools/call", { name: "file_read", arguments: { path: 1 } }));
    expect(refused).toMatch(/path: expected a .*string.*, got 1\./);
    await server.close();
  });
});
