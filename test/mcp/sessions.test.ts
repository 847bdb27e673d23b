import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMcpServer, type McpServerOptions, type McpToolServer } from "@toolkiln/mcp";
import type { ToolExecutorOptions } from "@toolkiln/runtime";
import { ClientSessions, createSessionId } from "../../packages/mcp/http/client-sessions.js";
import { EventReader, RawSession } from "./raw-session.js";
import { sampleExecutor, type Observed } from "./sample-tools.js";

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of running.splice(0)) await close();
});

function start(
  executorOptions: ToolExecutorOptions = {},
  options: McpServerOptions = {},
  observed?: Observed,
): McpToolServer {
  const executor = sampleExecutor(executorOptions, observed);
  const server = createMcpServer(executor, options);
  running.push(async () => {
    await server.close();
    await executor.dispose();
  });
  return server;
}

const accept = { action: "accept", content: {} };
const deployed = { structuredContent: { version: "1" } };

describe("a question to a client of the older revision", () => {
  it("is answered with another request of the same session, once", async () => {
    const session = await RawSession.open(start().fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    expect(question).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
    expect(await session.reply(question, accept)).toBe(202);
    expect(await call.next()).toMatchObject({ id: 1, result: deployed });
    expect(await call.next()).toBeUndefined();
  });

  it("cannot be answered by another client or guessed", async () => {
    const { fetch } = start();
    const session = await RawSession.open(fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    const stranger = await RawSession.open(fetch);
    for (const other of [stranger, RawSession.unopened(fetch)]) {
      expect(await other.reply(question, accept)).toBe(400);
    }
    const other = await stranger.call(1, "deploy", { version: "2" });
    expect((await other.next())?.method).toBe("elicitation/create");
    await stranger.reply(question, accept);
    for (const id of [7, "other", "initialize"]) await session.reply({ id }, accept);
    expect(await session.reply(question, { action: "decline" })).toBe(202);
    expect((await call.next())?.result).toMatchObject({ isError: true });
  });

  it("is not confused with the question of another call", async () => {
    const session = await RawSession.open(start().fetch);
    const one = await session.call(1, "deploy", { version: "1" });
    const other = await session.call(2, "deploy", { version: "2" });
    const [first, second] = [await one.next(), await other.next()];
    expect(first?.id).not.toBe(second?.id);
    expect(await session.reply(second, accept)).toBe(202);
    expect(await session.reply(first, { action: "decline" })).toBe(202);
    expect((await one.next())?.result).toMatchObject({ isError: true });
    expect((await other.next())?.result).toMatchObject({ structuredContent: { version: "2" } });
  });

  it.each([
    ["invalid", { action: "yes" }],
    ["empty", {}],
    ["a secret that the form does not offer", { action: "accept", content: { password: "x" } }],
    ["a value of another type", { action: "accept", content: { replicas: "many" } }],
  ])("denies the call when the answer is %s", async (_, answer) => {
    const session = await RawSession.open(start().fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    expect(await session.reply(await call.next(), answer)).toBe(202);
    expect((await call.next())?.result).toMatchObject({ isError: true });
  });

  it("denies when the answer is an error", async () => {
    const session = await RawSession.open(start().fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const { id = "" } = (await call.next()) ?? {};
    await session.send({ jsonrpc: "2.0", id, error: { code: -1, message: "no user here" } });
    expect((await call.next())?.result).toMatchObject({ isError: true });
  });

  it("denies when the answer arrives after the approval has expired", async () => {
    const session = await RawSession.open(start({ approvalTimeout: 30 }).fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    await new Promise((resolve) => setTimeout(resolve, 60));
    await session.reply(question, accept);
    expect(JSON.stringify(await call.next())).toContain("expired");
  });

  it("is cancelled by its own id when nobody answers", async () => {
    const session = await RawSession.open(start().fetch);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await call.next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: question?.id },
    });
    expect((await call.next())?.result).toMatchObject({ isError: true });
  });

  it("ends with its request", async () => {
    const started = vi.fn();
    const executor = sampleExecutor();
    executor.on("started", started);
    const server = createMcpServer(executor);
    running.push(() => server.close());
    const session = await RawSession.open(server.fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    await call.cancel();
    await session.reply(question, accept);
    const controller = new AbortController();
    const aborted = await session.call(2, "deploy", { version: "1" }, controller.signal);
    const other = await aborted.next();
    controller.abort();
    await session.reply(other, accept);
    const last = await session.call(3, "echo", { text: "x" });
    expect(await last.next()).toHaveProperty("result");
    expect(started.mock.calls).toMatchObject([[{ toolId: "echo" }]]);
    await executor.dispose();
  });

  it("is not sent to a client that cannot ask its user", async () => {
    const session = await RawSession.open(start().fetch, {});
    const call = await session.call(1, "deploy", { version: "1" });
    expect(JSON.stringify(await call.next())).toContain("the client cannot ask its user");
  });
});

describe("a session", () => {
  it("can continue in any process, because its id contains its state", async () => {
    const elsewhere = (await RawSession.open(start().fetch)).at(start().fetch);
    const call = await elsewhere.call(1, "deploy", { version: "1" });
    expect(await elsewhere.reply(await call.next(), accept)).toBe(202);
    expect(await call.next()).toMatchObject({ id: 1, result: deployed });
  });

  it("accepts cancellations from its own client only", async () => {
    const observed: Observed = { aborted: 0 };
    const { fetch } = start({}, {}, observed);
    const [session, other] = [await RawSession.open(fetch), await RawSession.open(fetch)];
    const call = await session.call(7, "slow", { steps: 100 });
    await other.cancel(7);
    await session.cancel(8);
    expect(observed.aborted).toBe(0);
    await session.cancel(7);
    await expect.poll(() => observed.aborted).toBe(1);
    expect(await call.next()).toBeUndefined();
  });

  it("rejects a second request whose id is still in use", async () => {
    const session = await RawSession.open(start().fetch);
    const call = await session.call(5, "slow", { steps: 200 });
    const second = await session.call(5, "echo", { text: "second" });
    expect(await second.next()).toMatchObject({ id: 5, error: { code: -32_600 } });
    await session.cancel(5);
    expect(await call.next()).toBeUndefined();
    const third = await session.call(5, "echo", { text: "third" });
    expect((await third.next())?.result).toMatchObject({ structuredContent: { content: "third" } });
  });

  it("is optional: a request without a valid session id is served on its own", async () => {
    const { fetch } = start();
    for (const id of [undefined, "guess", "tks1.f.short", `tks1.x.${crypto.randomUUID()}`]) {
      const call = await RawSession.unopened(fetch, id).call(1, "echo", { text: "x" });
      expect((await call.next())?.result).toMatchObject({ structuredContent: { content: "x" } });
    }
  });

  it("ends with the server", async () => {
    const server = start();
    const session = await RawSession.open(server.fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    await call.next();
    await server.close();
    expect(await call.next()).toBeUndefined();
  });

  it("is discarded when its server cannot connect, so that the next request tries again", async () => {
    const connect = vi.fn(async () => {
      const server = new McpServer({ name: "broken", version: "1" });
      server.connect = () => Promise.reject(new Error("no connection"));
      return server;
    });
    const sessions = new ClientSessions(connect);
    const id = createSessionId(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(sessions.answer(new Request("http://localhost/mcp"), id)).rejects.toThrow("no connection");
    }
    expect(connect).toHaveBeenCalledTimes(2);
  });
});

describe("a stream of changes", () => {
  const listen = (headers: Record<string, string> = {}): Request =>
    new Request("http://localhost/mcp", {
      headers: { accept: "text/event-stream", "mcp-session-id": createSessionId(true), ...headers },
    });

  it("is opened by GET, up to a limit, and ends with the server", async () => {
    const server = start();
    const streams = await Promise.all(
      Array.from({ length: 400 }, async () => new EventReader(await server.fetch(listen()))),
    );
    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200));
    expect((await server.fetch(listen())).status).toBe(503);
    await streams[0]?.cancel();
    expect((await server.fetch(listen())).status).toBe(200);
    await server.close();
    expect(await streams[1]?.next()).toBeUndefined();
  });

  it("does not count towards the limit when its request was already aborted", async () => {
    const server = start();
    for (let request = 0; request < 400; request++) {
      await server.fetch(new Request(listen(), { signal: AbortSignal.abort() }));
    }
    expect((await server.fetch(listen())).status).toBe(200);
    await server.close();
  });

  it("replaces the previous stream of its session", async () => {
    const { fetch } = start();
    const session = await RawSession.open(fetch);
    const [first, second] = [await session.listen(), await session.listen()];
    expect(await first.next()).toBeUndefined();
    expect(second.response.status).toBe(200);
  });

  it("is rejected without a session, or with other headers", async () => {
    const { fetch } = start();
    expect((await fetch(listen({ "mcp-session-id": "guess" }))).status).toBe(405);
    expect((await fetch(listen({ accept: "text/html" }))).status).toBe(406);
    expect((await fetch(listen({ origin: "http://evil.com" }))).status).toBe(403);
  });
});
