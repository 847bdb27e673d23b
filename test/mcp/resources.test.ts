import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpServer } from "@toolkiln/mcp";
import { ToolExecutor, ToolRegistry, ToolResultBuilder } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { describe, expect, it } from "vitest";
import { RawSession } from "./raw-session.js";
import { pixel, sampleExecutor } from "./sample-tools.js";

const address = "workspace:///out/a%20b.txt";

/** A client of the newest revision that talks to a server of the sample tools in this process. */
async function connect(executor = sampleExecutor()): Promise<Client> {
  const server = createMcpServer(executor);
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
      fetch: (url, init) => server.fetch(new Request(url, init)),
    }),
  );
  return client;
}

describe("resources", () => {
  it("reads the file that a result links to, text as text and bytes as base64", async () => {
    const client = await connect();
    const { content } = await client.callTool({ name: "build", arguments: {} });
    expect(content).toContainEqual(expect.objectContaining({ type: "resource_link", uri: address }));
    expect((await client.readResource({ uri: address })).contents).toEqual([
      { uri: address, mimeType: "text/plain", text: "built" },
    ]);
    const picture = "workspace:///out/dot.png";
    expect((await client.readResource({ uri: picture })).contents).toEqual([
      { uri: picture, mimeType: "image/png", blob: pixel },
    ]);
  });

  it("sends links and files whose names contain broken characters", async () => {
    const executor = sampleExecutor();
    const tool = new MockTool({
      id: "odd-names",
      execute: () =>
        ToolResultBuilder.success()
          .withArtifact({ type: "file", action: "created", path: "a\uD800.txt", isNew: true })
          .withContent({ type: "file", data: "AA==", mimeType: "application/pdf", name: "b\uD800" })
          .build(),
    });
    executor.registry.registerTool(tool);
    const client = await connect(executor);
    const { content } = await client.callTool({ name: "odd-names", arguments: {} });
    const uris = content.flatMap((part) =>
      part.type === "resource_link" ? [part.uri] : part.type === "resource" ? [part.resource.uri] : [],
    );
    // As in names of files, a broken character becomes U+FFFD.
    expect(uris).toEqual(["attachment:///b%EF%BF%BD", "workspace:///a%EF%BF%BD.txt"]);
  });

  it("sends no link when no tool can read files", async () => {
    const executor = sampleExecutor();
    executor.registry.unregisterTool("file-read");
    const client = await connect(executor);
    const { content } = await client.callTool({ name: "build", arguments: {} });
    expect(content.map(({ type }) => type)).toEqual(["text"]);
  });

  it.each([
    "workspace:///nothing.txt",
    "workspace:///../secret",
    "workspace:///%2e%2e/secret",
    "file:///etc/passwd",
    "workspace:///a%2F..%2Fb",
    "x",
  ])("does not find %s", async (uri) => {
    const client = await connect();
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it("rejects a file whose reading needs approval", async () => {
    const registry = new ToolRegistry();
    let calls = 0;
    registry.registerTool(
      new MockTool({
        id: "file-read",
        riskLevel: "high",
        kind: "file_content",
        execute: () => ({ path: "a", content: String(calls++), size: 1 }),
      }),
    );
    const client = await connect(new ToolExecutor(registry));
    await expect(client.readResource({ uri: address })).rejects.toThrow("high risk and needs approval");
    expect(calls).toBe(0);
  });

  it("lists no resources, templates or prompts", async () => {
    const client = await connect();
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
  });

  it("notifies the sessions that subscribed to a resource, and no others", async () => {
    const server = createMcpServer(sampleExecutor());
    const [subscribed, other] = [await RawSession.open(server.fetch), await RawSession.open(server.fetch)];
    const ask = (session: RawSession, id: number, method: string, params: object): Promise<unknown> =>
      session.send({ jsonrpc: "2.0", id, method, params: { ...params } }).then((answer) => answer.next());
    await ask(subscribed, 1, "resources/subscribe", { uri: address });
    const streams = [await subscribed.listen(), await other.listen()];
    await ask(other, 2, "tools/call", { name: "build", arguments: {} });
    expect(await streams[0]?.next()).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: address },
    });
    await ask(subscribed, 3, "resources/unsubscribe", { uri: address });
    await ask(other, 4, "tools/call", { name: "build", arguments: {} });
    await server.close();
    expect(await streams[0]?.next()).toBeUndefined();
    expect(await streams[1]?.next()).toBeUndefined();
  });
});

describe("log messages", () => {
  it("carry the progress of a call to a client that asked for them and sent no progress token", async () => {
    const server = createMcpServer(sampleExecutor());
    const session = await RawSession.open(server.fetch);
    const call = {
      jsonrpc: "2.0",
      method: "tools/call",
      params: { name: "slow", arguments: { steps: 1 } },
    } as const;
    expect(await (await session.send({ ...call, id: 1 })).next()).toHaveProperty("result");
    const level = { jsonrpc: "2.0", id: 2, method: "logging/setLevel", params: { level: "info" } } as const;
    expect(await (await session.send(level)).next()).toMatchObject({ result: {} });
    const answer = await session.send({ ...call, id: 3 });
    expect(await answer.next()).toMatchObject({
      method: "notifications/message",
      params: { level: "info", data: "step 1" },
    });
    expect(await answer.next()).toHaveProperty("result");
    const quiet = { ...level, id: 4, params: { level: "error" } };
    await (await session.send(quiet)).next();
    expect(await (await session.send({ ...call, id: 5 })).next()).toHaveProperty("result");
  });
});
