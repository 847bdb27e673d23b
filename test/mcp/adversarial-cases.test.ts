import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "@toolkiln/mcp";
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { MockTool } from "@toolkiln/runtime/testing";
import { LineClient } from "./line-client.js";
import { sampleExecutor } from "./sample-tools.js";
import { httpServer, stdioServer } from "./servers.js";

describe("a connection over stdio", () => {
  let client: LineClient;
  const open = async (): Promise<LineClient> => (client = await LineClient.open(stdioServer()));
  const isAlive = async (): Promise<void> => {
    client.send({ id: "alive", method: "ping" });
    expect(await client.answerTo("alive")).toMatchObject({ result: {} });
  };
  afterEach(async () => {
    await client.close();
  });

  it("M01 answers a line that is not JSON, and continues", async () => {
    await open();
    client.write('{"jsonrpc":"2.0","id":2,\n');
    expect(await client.answerTo(null)).toMatchObject({ id: null, error: { code: -32_700 } });
    await isAlive();
  });

  it("M02 answers JSON that is not a message, and batches", async () => {
    await open();
    const lines = [
      "42",
      "null",
      "{}",
      '{"id":3,"method":"ping"}',
      '[{"jsonrpc":"2.0","id":9,"method":"ping"}]',
    ];
    const ids = ["null", "1.5", "{}", "true"].map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    const odd = ['{"jsonrpc":"2.0","id":4,"method":7}', '{"jsonrpc":"2.0","id":5}'];
    for (const line of [...lines, ...ids, ...odd]) client.write(`${line}\n`);
    await isAlive();
    const errors = client.messages.filter(({ error }) => error !== undefined);
    expect(errors.map(({ error }) => error?.code)).toEqual(Array.from({ length: 11 }, () => -32_600));
    expect(errors.map(({ id }) => id)).toEqual([null, null, null, 3, null, null, null, null, null, 4, 5]);
  });

  it("M04 drops a line that is too long, within bounded memory, and reads the next", async () => {
    await open();
    const chunk = "x".repeat(1024 * 1024);
    for (let written = 0; written < 11; written++) client.write(chunk);
    client.write("\n");
    expect(await client.answerTo(null)).toMatchObject({ error: { code: -32_600, message: /longer than/ } });
    await isAlive();
  });

  it("M05 reads messages across chunks, with CRLF and byte order mark", async () => {
    await open();
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "echo", arguments: { text: "äö🙂" } },
    };
    for (const byte of Buffer.from(`\ufeff${JSON.stringify(message)}\r\n`)) client.write(Uint8Array.of(byte));
    expect((await client.answerTo(1)).result).toMatchObject({ structuredContent: { content: "äö🙂" } });
    const ping = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
    client.write(`${ping(2)}\n\n\r\n${ping(3)}\n${ping(4)}`);
    client.write("\n");
    for (const id of [2, 3, 4]) expect(await client.answerTo(id)).toMatchObject({ result: {} });
  });

  it("M05 rejects bytes that are not UTF-8", async () => {
    await open();
    client.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]));
    expect(await client.answerTo(null)).toMatchObject({ error: { code: -32_700 } });
    await isAlive();
  });

  it("M07 distinguishes unknown tools from invalid arguments", async () => {
    await open();
    for (const [id, name] of [
      [1, "nobody"],
      [2, "__proto__"],
      [3, "constructor"],
      [4, 7],
      [5, undefined],
    ] as const) {
      client.call(id, name, {});
      expect((await client.answerTo(id)).error?.code).toBe(-32_602);
    }
    for (const [id, input] of [
      [11, []],
      [12, "x"],
      [13, null],
      [14, 5],
    ] as const) {
      client.call(id, "echo", input);
      const { error } = await client.answerTo(id);
      expect(error?.code).toBe(-32_602);
      expect(error?.message).toMatch(/^`arguments` must be an object/);
    }
    client.call(20, "echo");
    expect((await client.answerTo(20)).result).toMatchObject({ isError: true });
    client.send({ id: 21, method: "tools/call", params: [] });
    expect((await client.answerTo(21)).error?.code).toBe(-32_602);
    client.call(22, "echo", JSON.parse('{"text":"a","__proto__":{"x":1}}'));
    expect((await client.answerTo(22)).error?.code).toBe(-32_602);
    client.send({ id: 23, method: "no/such" });
    expect((await client.answerTo(23)).error?.code).toBe(-32_601);
  });

  it("M08 rejects a second request whose id is still in use, and cancels the first by that id", async () => {
    await open();
    client.call(5, "slow", { steps: 200 });
    client.call(5, "echo", { text: "second" });
    expect(await client.answerTo(5)).toMatchObject({ error: { code: -32_600 } });
    client.send({ method: "notifications/cancelled", params: { requestId: 5 } });
    client.call(5, "echo", { text: "third" });
    const answer = await client.find(({ id, result }) => id === 5 && result !== undefined);
    expect(answer.result).toMatchObject({ structuredContent: { content: "third" } });
    expect(client.messages.filter(({ id }) => id === 5)).toHaveLength(2);
  });

  it("M10 sends no response after a cancellation", async () => {
    await open();
    client.call(1, "slow", { steps: 5 });
    client.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
    client.send({ method: "notifications/cancelled", params: { requestId: "never" } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await isAlive();
    expect(client.messages.filter(({ id }) => id === 1)).toEqual([]);
  });

  it("M11 does not write the output that a tool prints to the protocol stream", async () => {
    await open();
    client.call(1, "chatty", {});
    expect((await client.answerTo(1)).result).toMatchObject({ structuredContent: { printed: true } });
    await expect.poll(() => client.stderr).toContain("this is no message");
    expect(client.stderr).toContain("nor is this");
  });

  it("M13 reports progress only on request, increasing, and never after the result", async () => {
    await open();
    client.call(1, "slow", { steps: 3 });
    await client.answerTo(1);
    expect(client.messages.filter(({ method }) => method === "notifications/progress")).toEqual([]);
    const more = { _meta: { progressToken: "same" } };
    client.call(2, "slow", { steps: 3 }, more);
    client.call(3, "slow", { steps: 3 }, more);
    await Promise.all([client.answerTo(2), client.answerTo(3)]);
    const count = client.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(client.messages).toHaveLength(count);
    expect(client.messages.some(({ params }) => params?.["progressToken"] === "same")).toBe(true);
  });

  it.each([{}, [], true, null, 1.5, 1e300])("M13 rejects %j as a progress token", async (progressToken) => {
    await open();
    client.call(1, "slow", { steps: 1 }, { _meta: { progressToken } });
    expect((await client.answerTo(1)).error).toMatchObject({ code: -32_602, message: /progressToken/ });
    await isAlive();
  });

  it("answers malformed requests with errors and ignores unexpected responses", async () => {
    await open();
    for (const [id, line] of [
      [1, '{"jsonrpc":"2.0","id":1,"method":"ping","surplus":true}'],
      [2, '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":{}}}'],
      [3, '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","_meta":[]}}'],
      [4, '{"jsonrpc":"2.0","id":4,"method":"__proto__"}'],
    ] as const) {
      client.write(`${line}\n`);
      expect((await client.answerTo(id)).error?.code).toBeLessThan(-32_599);
    }
    // Responses to requests that were never sent.
    client.write('{"jsonrpc":"2.0","id":0,"result":{}}\n{"jsonrpc":"2.0","id":7,"result":"x"}\n');
    await isAlive();
  });

  it("M14 writes any data as one line of JSON", async () => {
    await open();
    client.call(1, "odd", {});
    const { result } = await client.answerTo(1);
    const data = (result?.["structuredContent"] ?? {}) as Record<string, unknown>;
    expect(data["big"]).toBe(String(2n ** 70n));
    expect(data["lines"]).toBe("a\nb\u2028c");
    expect("missing" in data).toBe(false);
  });

  it("finishes open requests after the input ends, then exits", async () => {
    await open();
    client.call(1, "slow", { steps: 2 });
    client.process.stdin.end();
    expect(await client.exit).toBe(0);
    expect(await client.answerTo(1)).toMatchObject({ result: { structuredContent: { done: true } } });
  });

  it("ends when its client closes the output, without waiting for the call", async () => {
    await open();
    client.call(1, "slow", { steps: 3 });
    client.process.stdout.destroy();
    client.send({ id: 2, method: "ping" });
    client.process.stdin.end();
    expect(await client.exit).toBe(0);
  });
});

describe("a server over HTTP", () => {
  let server: Awaited<ReturnType<typeof httpServer>>;
  let port: number;
  beforeAll(async () => {
    const options = { http: { maxBodySize: 100_000 } };
    server = await httpServer(sampleExecutor(), options, { requestTimeout: 1_500 });
    port = Number(new URL(server.url).port);
  });
  afterAll(() => server.close());

  const call = (id: number | string, text: string): string =>
    JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "echo", arguments: { text } },
    });
  const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = (
    body: string,
    headers: Record<string, string> = {},
    more: { method?: string; path?: string } = {},
  ): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { port, host: "127.0.0.1", path: "/mcp", method: "POST", headers: { ...usual, ...headers }, ...more },
        (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => (text += chunk.toString()));
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  it("M16 never sends a client the response to another client", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { text } = await send(call(1, `mine ${index}`));
        return [index, text] as const;
      }),
    );
    for (const [index, text] of answers) expect(text).toContain(`"mine ${index}"`);
  });

  it.each<[string, number, Record<string, string>]>([
    ["another host", 403, { host: "evil.com:3000" }],
    ["a host that only begins like ours", 403, { host: "localhost.evil.com" }],
    ["a page of another host", 403, { origin: "https://evil.com" }],
    ["a page without a host", 403, { origin: "null" }],
    ["an Accept header for another format", 406, { accept: "text/html" }],
    ["an Accept header without text/event-stream", 406, { accept: "application/json" }],
    ["another content type", 415, { "content-type": "text/plain" }],
  ])("M17 refuses a request with %s", async (_, status, headers) => {
    expect((await send(call(1, "x"), headers)).status).toBe(status);
  });

  it("M17 accepts origins on this machine and ignores unknown session ids", async () => {
    const headers = { origin: "http://localhost:5173", host: `localhost:${port}`, "mcp-session-id": "guess" };
    const answer = await send(call(1, "x"), headers);
    expect(answer.status).toBe(200);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
    for (const method of ["DELETE", "PUT", "HEAD"]) {
      expect((await send("", {}, { method })).status).toBe(405);
    }
  });

  it("M17 rejects a body that is too long, with or without a declared length", async () => {
    expect((await send(call(1, "x".repeat(200_000)))).status).toBe(413);
    const chunked = await send(call(1, "x".repeat(200_000)), { "transfer-encoding": "chunked" });
    expect(chunked.status).toBe(413);
  });

  it("M17 closes the connection of an incomplete request", async () => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
    socket.write(`Accept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{`);
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
  });

  it("M01 M02 answers bodies that are not messages", async () => {
    for (const [body, code] of [
      ["{", -32_700],
      ["", -32_700],
      ["42", -32_600],
      ["[]", -32_600],
    ] as const) {
      const { status, text } = await send(body);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ id: null, error: { code } });
    }
    const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "echo", arguments: [] } };
    const { status, text } = await send(JSON.stringify(call));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: -32_602 } });
  });

  it("serves a health check, and only known paths", async () => {
    expect((await send("", {}, { method: "GET", path: "/health" })).text).toBe('{"status":"ok"}');
    expect((await send("", {}, { method: "GET", path: "/" })).status).toBe(404);
  });
});

describe("the risk that a manifest declares", () => {
  it("M19 cannot be lowered by a client", async () => {
    const tool = new MockTool({ id: "wipe", description: "Wipe.", riskLevel: "critical" });
    const registry = new ToolRegistry();
    registry.registerTool(tool);
    const server = createMcpServer(new ToolExecutor(registry));
    const annotations = { readOnlyHint: true, destructiveHint: false };
    const params = {
      name: "wipe",
      arguments: {},
      annotations,
      _meta: { "dev.toolkiln/tool": { risk: "safe", approval: "approved" }, approved: true },
    };
    const ask = async (body: object): Promise<Record<string, unknown>> => {
      const response = await server.fetch(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
        }),
      );
      const text = await response.text();
      const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      return (JSON.parse(data) as { result: Record<string, unknown> }).result;
    };
    expect(await ask({ method: "tools/call", params })).toMatchObject({ isError: true });
    expect(tool.executeCallCount).toBe(0);
    expect(await ask({ method: "tools/list" })).toMatchObject({
      tools: [{ name: "wipe", annotations: { readOnlyHint: false, destructiveHint: true } }],
    });
    await server.close();
  });
});
