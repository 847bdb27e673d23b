import { McpServer, type Transport } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMcpServer, type McpServerOptions, type McpToolServer } from "@toolkiln/mcp";
import type { ToolExecutorOptions } from "@toolkiln/runtime";
import { MemoryApprovalStore } from "@toolkiln/runtime/node";
import { ChangeStreams } from "../../packages/mcp/http/change-streams.js";
import { OpenCalls } from "../../packages/mcp/http/open-calls.js";
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
    expect(await session.reply(question, accept)).toBe(400);
  });

  it("cannot be answered by another client or guessed", async () => {
    const { fetch } = start();
    const session = await RawSession.open(fetch);
    const others = [await RawSession.open(fetch), RawSession.unopened(fetch)];
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    for (const other of others) expect(await other.reply(question, accept)).toBe(400);
    for (const id of [0, 1, "0", "introduction", "initialize"]) {
      expect(await session.reply({ id }, accept)).toBe(400);
    }
    expect(await session.reply(question, { action: "decline" })).toBe(202);
    expect((await call.next())?.result).toMatchObject({ isError: true });
  });

  it("is not confused with the question of another call", async () => {
    const session = await RawSession.open(start().fetch);
    const one = await session.call(1, "deploy", { version: "1" });
    // Even with the same id, which a client should not use twice.
    const other = await session.call(1, "deploy", { version: "2" });
    const [first, second] = [await one.next(), await other.next()];
    expect(first?.id).not.toBe(second?.id);
    expect(await session.reply(second, accept)).toBe(202);
    expect(await session.reply(first, { action: "decline" })).toBe(202);
    expect((await one.next())?.result).toMatchObject({ isError: true });
    expect((await other.next())?.result).toMatchObject({ structuredContent: { version: "2" } });
  });

  it.each([
    ["nonsense", { action: "yes" }],
    ["nothing", {}],
    ["a secret that the form does not offer", { action: "accept", content: { password: "x" } }],
    ["a value of another type", { action: "accept", content: { replicas: "many" } }],
  ])("denies when the answer is %s", async (_, answer) => {
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

  it("is cancelled under the client's id when nobody answers", async () => {
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
    expect(await session.reply(question, accept)).toBe(400);
  });

  it("ends with its request", async () => {
    const session = await RawSession.open(start().fetch);
    const call = await session.call(1, "deploy", { version: "1" });
    const question = await call.next();
    await call.cancel();
    expect(await session.reply(question, accept)).toBe(400);
    const controller = new AbortController();
    const aborted = await session.call(2, "deploy", { version: "1" }, controller.signal);
    const other = await aborted.next();
    controller.abort();
    expect(await session.reply(other, accept)).toBe(400);
  });

  it("is not sent to a client that cannot ask its user", async () => {
    const session = await RawSession.open(start().fetch, {});
    const call = await session.call(1, "deploy", { version: "1" });
    expect(JSON.stringify(await call.next())).toContain("the client cannot ask its user");
  });
});

describe("a session", () => {
  it("is known to every process, because its id encodes it", async () => {
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

  it("is not created when sessions are off, so nobody can be asked", async () => {
    const store = new MemoryApprovalStore();
    const session = await RawSession.open(
      start({ approvals: { store } }, { http: { sessions: false } }).fetch,
    );
    expect(session.id).toBeUndefined();
    const call = await session.call(1, "deploy", { version: "1" });
    expect(JSON.stringify(await call.next())).toContain("the client cannot ask its user");
    expect(store.size).toBe(0);
  });

  it("is optional: a request without one, or with another client's, is served on its own", async () => {
    const { fetch } = start();
    for (const id of [undefined, "guess", "tks1.f.short", `tks1.x.${"a".repeat(32)}`]) {
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
});

/** A protocol's end that nothing can be connected to. */
function unconnectable(seen?: (transport: Transport) => void): McpServer {
  const server = new McpServer({ name: "broken", version: "1" });
  server.connect = (transport) => {
    seen?.(transport);
    return Promise.reject(new Error("no connection"));
  };
  return server;
}

describe("a call that cannot be opened", () => {
  it("is forgotten", async () => {
    const calls = new OpenCalls();
    const closed = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const server = unconnectable((transport) => {
      const close = transport.close.bind(transport);
      transport.close = () => closed().then(close);
    });
    const request = new Request("http://localhost/mcp", { method: "POST" });
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call" } as const;
    const answer = calls.answer(request, message, { id: "s", canElicit: false }, server);
    await expect(answer).rejects.toThrow("no connection");
    await calls.close();
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe("a stream of changes", () => {
  const listen = (headers: Record<string, string> = { accept: "text/event-stream" }): Request =>
    new Request("http://localhost/mcp", { headers });

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

  it("does not count when its request was aborted before", async () => {
    const server = start();
    for (let request = 0; request < 400; request++) {
      await server.fetch(new Request(listen(), { signal: AbortSignal.abort() }));
    }
    expect((await server.fetch(listen())).status).toBe(200);
    await server.close();
  });

  it("does not count when it cannot be opened", async () => {
    const streams = new ChangeStreams(1);
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(streams.answer(listen(), async () => unconnectable())).rejects.toThrow("no connection");
    }
  });

  it("is rejected with other headers", async () => {
    const { fetch } = start();
    expect((await fetch(listen({ accept: "text/html" }))).status).toBe(406);
    expect((await fetch(listen({ accept: "text/event-stream", origin: "http://evil.com" }))).status).toBe(
      403,
    );
  });
});
