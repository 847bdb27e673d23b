import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createMcpServer, type McpServerOptions } from "@toolkiln/mcp";
import { serveHttp } from "@toolkiln/mcp/node";
import { ToolExecutor, ToolRegistry, type ToolExecutorOptions } from "@toolkiln/runtime";
import { MemoryApprovalStore } from "@toolkiln/runtime/node";
import { FileApprovalStore } from "@toolkiln/runtime/node";
import { MockTool } from "@toolkiln/runtime/testing";
import { createSessionId } from "../../packages/mcp/http/client-sessions.js";
import { clientKinds } from "./clients.js";
import { sampleExecutor } from "./sample-tools.js";
import { httpServer } from "./servers.js";

type Running = Awaited<ReturnType<typeof httpServer>>;

const [modern, ...legacy] = clientKinds;
const running: Running[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start(executor: ToolExecutorOptions = {}, options: McpServerOptions = {}): Promise<Running> {
  const server = await httpServer(sampleExecutor(executor), options);
  running.push(server);
  return server;
}

/** Sends one message of revision 2026-07-28 and reads the answer. */
async function post(
  url: string,
  params: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { result?: Record<string, unknown>; error?: { message: string } } }> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": String(params["name"]),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta } }),
  });
  return { status: response.status, body: await response.json() };
}

/** A tool that is riskier with some parameters, and one of whose parameters the application sets. */
function riskyDeploy(): MockTool {
  return new MockTool({
    id: "deploy",
    description: "Deploy a version.",
    riskLevel: "high",
    inject: [{ parameter: "tenant", key: "tenant" }],
    schema: {
      type: "object",
      properties: {
        version: { type: "string" },
        target: { enum: ["staging", "production"], default: "staging" },
        replicas: { type: "integer", maximum: 5 },
        password: { type: "string", "x-sensitive": true },
      },
      required: ["version"],
      additionalProperties: false,
    },
    getEffectiveRiskLevel: ({ target }) => (target === "production" ? "critical" : "high"),
  });
}

const accept = { approval: { action: "accept", content: {} } };

describe("approval without server state", () => {
  it("resumes in another process that shares key and store", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolkiln-approvals-"));
    const shared = (): ToolExecutorOptions => ({
      approvals: { key: "k".repeat(32), store: new FileApprovalStore(folder) },
    });
    const [one, other] = [await start(shared()), await start(shared())];
    const call = { name: "deploy", arguments: { version: "1" } };
    const asked = await post(one.url, call);
    expect(asked.body.result).toMatchObject({ resultType: "input_required" });
    const retry = { ...call, requestState: asked.body.result?.["requestState"], inputResponses: accept };
    const answered = await post(other.url, retry);
    expect(answered.body.result).toMatchObject({ structuredContent: { version: "1" } });
    const again = await post(one.url, retry);
    expect(again.body.result).toMatchObject({ isError: true });
    rmSync(folder, { recursive: true });
  });

  it("rejects a state that was changed, belongs to another call, or has no answer", async () => {
    const store = new MemoryApprovalStore();
    const { url } = await start({ approvals: { store } });
    const call = { name: "deploy", arguments: { version: "1" } };
    const ask = async (): Promise<unknown> => (await post(url, call)).body.result?.["requestState"];
    const other = { ...call, arguments: { version: "2" } };
    const state = String(await ask());
    expect(
      (await post(url, { ...other, requestState: state, inputResponses: accept })).body.error?.message,
    ).toContain("belongs to another call");
    const forged = state.replace(/^tk1\.../, "tk1.AA");
    for (const retry of [
      { requestState: forged, inputResponses: accept },
      { requestState: state },
      { requestState: await ask(), inputResponses: { approval: { action: "yes" } } },
      { requestState: await ask(), inputResponses: { other: { action: "accept" } } },
    ]) {
      expect((await post(url, { ...call, ...retry })).body.result).toMatchObject({ isError: true });
    }
  });

  it.each([
    ["breaks the schema", { replicas: 99 }, /replicas/],
    ["has another type", { replicas: "3" }, /replicas/],
    [
      "is riskier than the original call",
      { target: "production" },
      /critical risk, higher than the original/,
    ],
    ["contains a secret, which is not a field", { password: "x" }, /`password`, which is not a field/],
    ["contains a value that only the application sets", { tenant: "b" }, /`tenant`, which is not a field/],
    ["contains an unknown parameter", { unknown: true }, /`unknown`, which is not a field/],
    [
      "contains a prototype",
      JSON.parse('{"__proto__":{"version":"2"}}'),
      /`__proto__`, which is not a field/,
    ],
  ])("does not run an edited call that %s", async (_, content, reason) => {
    const executor = new ToolExecutor(new ToolRegistry());
    const tool = riskyDeploy();
    executor.registry.registerTool(tool);
    const server = await httpServer(executor, { call: { inject: { tenant: "a" } } });
    running.push(server);
    const { url } = server;
    const call = { name: "deploy", arguments: { version: "1" } };
    const { body } = await post(url, call);
    const inputResponses = { approval: { action: "accept", content } };
    const answer = await post(url, { ...call, requestState: body.result?.["requestState"], inputResponses });
    expect(answer.body.result).toMatchObject({ isError: true });
    expect(JSON.stringify(answer.body.result)).toMatch(reason);
    expect(JSON.stringify(answer.body.result)).not.toContain("by user");
    expect(tool.executeCallCount).toBe(0);
  });

  it("runs a call without approval when the policy allows it", async () => {
    const { url } = await start({ policy: { allow: ["deploy"] } });
    const client = await legacy[0]?.connect({ url });
    expect((await client?.call("deploy", { version: "1" }))?.structuredContent).toMatchObject({
      version: "1",
    });
    await client?.close();
  });
});

describe("access control", () => {
  const token = "a-secret-of-32-random-characters";

  it("rejects a request without the token if one is set", async () => {
    const { url } = await start({}, { http: { token } });
    const call = { name: "echo", arguments: { text: "x" } };
    expect((await post(url, call)).status).toBe(401);
    expect((await post(url, call, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await post(url, call, { authorization: `Bearer ${token}` })).status).toBe(200);
    const client = await modern?.connect({ url, token });
    expect((await client?.list())?.tools.length).toBeGreaterThan(0);
    await client?.close();
  });

  it("requires a token for an address other than loopback", async () => {
    const executor = sampleExecutor();
    const server = createMcpServer(executor);
    await expect(serveHttp(server, { host: "0.0.0.0", port: 0 })).rejects.toThrow("set http.token");
    expect(() => createMcpServer(executor, { http: { token: "short" } })).toThrow("fewer than 16");
    await server.close();
    await executor.dispose();
  });
});

describe("the data of a result", () => {
  it.each(["text", "both"] as const)("is sent where `data: %s` specifies", async (data) => {
    const { url } = await start({}, { data });
    const client = await modern?.connect({ url });
    const tools = (await client?.list())?.tools as { name: string; outputSchema?: object }[];
    const echo = tools.find(({ name }) => name === "echo");
    expect(echo?.outputSchema === undefined).toBe(data === "text");
    const result = await client?.call("echo", { text: "a\nb" });
    expect(result?.structuredContent).toEqual(data === "text" ? undefined : { content: "a\nb" });
    expect(result?.content[0]?.["text"]).toContain(String.raw`{"content":"a\nb"}`);
    await client?.close();
  });

  it("is truncated to the limit of the manifest if the result still matches its schema", async () => {
    const executor = sampleExecutor();
    executor.registry.registerTool(
      new MockTool({
        id: "long",
        description: "Give a long text.",
        riskLevel: "safe",
        kind: "text",
        result: { maxDataLength: 200 },
        execute: () => ({ content: "x".repeat(5_000) }),
      }),
    );
    const server = await httpServer(executor);
    running.push(server);
    const client = await modern?.connect({ url: server.url });
    const result = await client?.call("long", {});
    expect(JSON.stringify(result?.structuredContent).length).toBeLessThanOrEqual(200);
    expect(result?.content[0]?.["text"]).toMatch(/truncated to \d+ of 5014 characters/);
    await client?.close();
  });

  it("is sent after a failure, too, without absolute paths", async () => {
    const { url } = await start();
    const client = await modern?.connect({ url });
    const { content, isError } = (await client?.call("broken", {})) ?? {};
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("DiskFull");
    expect(JSON.stringify(content)).toContain(String.raw`{\"written\":3}`);
    expect(JSON.stringify(content)).not.toContain("/var/lib");
    await client?.close();
  });
});

describe("notifications and shutdown", () => {
  it("notifies subscribers that tools have changed", async () => {
    const executor = sampleExecutor();
    const server = await httpServer(executor);
    running.push(server);
    let changes = 0;
    const client = await modern?.connect({ url: server.url }, { onToolsChanged: () => changes++ });
    await expect
      .poll(() => {
        executor.registry.replaceTool(new MockTool({ id: "new", description: "New.", riskLevel: "safe" }));
        return changes;
      })
      .toBeGreaterThan(0);
    await client?.close();
  });

  it("removes clients that disconnected", async () => {
    const { url } = await start();
    // Return the response, too: an unreferenced response is closed when garbage is collected.
    const listen = async (): Promise<{ response: Response; hangUp: () => void }> => {
      const controller = new AbortController();
      const { signal } = controller;
      const headers = { accept: "text/event-stream", "mcp-session-id": createSessionId(true) };
      const response = await fetch(url, { headers, signal });
      return { response, hangUp: () => controller.abort() };
    };
    const streams = await Promise.all(Array.from({ length: 400 }, listen));
    expect((await listen()).response.status).toBe(503);
    for (const { hangUp } of streams.slice(0, 10)) hangUp();
    await expect.poll(async () => (await listen()).response.status, { timeout: 5_000 }).toBe(200);
    for (const { response, hangUp } of streams) {
      expect(response.status).toBe(200);
      hangUp();
    }
  });

  it("does not keep the process alive after it has closed", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const executor = sampleExecutor();
    const service = await serveHttp(createMcpServer(executor), { port: 0 });
    const before = timers();
    await service.close({ gracePeriod: 60_000 });
    expect(timers()).toBeLessThanOrEqual(before);
    await executor.dispose();
  });

  it("lets a running call finish before it closes, and accepts no other", async () => {
    const executor = sampleExecutor();
    const service = await serveHttp(createMcpServer(executor), { port: 0 });
    const client = await modern?.connect({ url: service.url });
    const call = client?.call("slow", { steps: 8 });
    await expect.poll(() => executor.activity?.running).toBe(1);
    const closed = service.close({ gracePeriod: 5_000 });
    expect((await call)?.structuredContent).toEqual({ done: true });
    await closed;
    await expect(post(service.url, { name: "echo", arguments: { text: "x" } })).rejects.toThrow(
      "fetch failed",
    );
    await client?.close();
    await executor.dispose();
  });
});
