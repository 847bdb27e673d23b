import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpServer } from "@toolkiln/mcp";
import { sampleExecutor } from "./sample-tools.js";
import { httpServer } from "./servers.js";

let server: Awaited<ReturnType<typeof httpServer>>;
let port: number;
beforeAll(async () => {
  server = await httpServer(sampleExecutor());
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

/** Writes bytes to a connection; returns what comes back until it matches `until` or the other side closes. */
function exchange(bytes: string | Buffer, until = /\}\n\n|\}$/): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (until.test(answer)) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(answer));
    socket.write(bytes);
  });
}

const ping = (id = 1): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

interface Form {
  readonly body?: string | Buffer;
  readonly version?: string;
  readonly target?: string;
}

function post(
  headers: readonly string[],
  { body = ping(), version = "1.1", target = "/mcp" }: Form = {},
): Buffer {
  const lines = [
    `POST ${target} HTTP/${version}`,
    "Accept: application/json, text/event-stream",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), Buffer.from(body)]);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("every path", () => {
  const get = (target: string, headers: readonly string[]): string =>
    [`GET ${target} HTTP/1.1`, "Connection: close", ...headers, "", ""].join("\r\n");
  const paths = ["/health", "/health?x", "/", "/nothing", "/mcp", "//health", "*"];

  it.each(paths)("%s rejects requests for another host or from another host's page", async (target) => {
    const strangers = [
      ["Host: evil.example"],
      ["Host: localhost.evil.example"],
      ["Host: localhost@evil.example"],
      ["Host: localhost", "Host: evil.example"],
      ["Host: localhost", "Origin: https://evil.example"],
      ["Host: localhost", "Origin: null"],
    ];
    for (const headers of strangers) {
      expect([400, 403]).toContain(statusOf(await exchange(get(target, headers))));
      expect([400, 403]).toContain(
        statusOf(await exchange(post(["Connection: close", ...headers], { target }))),
      );
    }
  });

  it.each([
    ["/health", 200],
    ["/nothing", 404],
  ])("%s answers requests from this machine with %i", async (target, status) => {
    expect(statusOf(await exchange(get(target, ["Host: localhost"])))).toBe(status);
    const headers = ["Host: 127.0.0.1", "Origin: http://localhost:5173"];
    expect(statusOf(await exchange(get(target, headers)))).toBe(status);
  });
});

describe("the Host of a request", () => {
  it.each(["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:3001", "[0:0:0:0:0:0:0:1]"])(
    "can be %s",
    async (host) => {
      expect(statusOf(await exchange(post([`Host: ${host}`])))).toBe(200);
    },
  );

  it.each([
    "localhost.",
    "localhost:99999",
    "localhost:port",
    "user@localhost",
    "evil.com@localhost",
    "localhost/evil",
    "localhost#evil",
    "localhost?evil",
    String.raw`localhost\evil`,
    "localhost,evil.com",
    "localhost evil.com",
    "localhost.evil.com",
    "127.0.0.1.nip.io",
    "[::ffff:127.0.0.1]",
    "[::1",
    "",
  ])("cannot be %j", async (host) => {
    expect(statusOf(await exchange(post([`Host: ${host}`])))).toBe(403);
  });

  it("must be sent exactly once", async () => {
    const [own, other] = ["Host: localhost", "Host: evil.com"];
    expect(statusOf(await exchange(post([own, other])))).toBe(403);
    expect(statusOf(await exchange(post([other, own])))).toBe(403);
    expect(statusOf(await exchange(post([], { version: "1.0" })))).toBe(403);
  });

  it("can be a host from the options, written with a port or as an origin", async () => {
    const executor = sampleExecutor();
    const names = { allowedHosts: ["Tools.Example:8080"], allowedOrigins: ["https://Page.Example"] };
    const named = createMcpServer(executor, { http: names });
    const ask = async (host: string, origin: string): Promise<number> => {
      const headers = { host, origin, "content-type": "application/json", accept: "*/*" };
      return (await named.fetch(new Request("http://x/mcp", { method: "POST", headers, body: "{" }))).status;
    };
    // Allowed requests fail later: their body is not JSON.
    expect(await ask("tools.example", "https://page.example:8443")).toBe(400);
    expect(await ask("tools.example", "https://tools.example")).toBe(403);
    expect(await ask("page.example", "https://page.example")).toBe(403);
    expect(() => createMcpServer(executor, { http: { allowedHosts: ["::1"] } })).toThrow("[::1]");
    await named.close();
    await executor.dispose();
  });
});

describe("the Origin of a request", () => {
  it.each(["http://localhost:5173", "HTTPS://LOCALHOST", "http://[::1]:80"])("can be %s", async (origin) => {
    expect(statusOf(await exchange(post(["Host: localhost", `Origin: ${origin}`])))).toBe(200);
  });

  it.each([
    "null",
    "localhost",
    "file://",
    "http://evil.com",
    "http://localhost.evil.com",
    "http://evil.com@localhost",
    "http://localhost@evil.com",
    "http://localhost/evil",
    String.raw`http://localhost\@evil.com`,
    "http://localhost, http://evil.com",
  ])("cannot be %s", async (origin) => {
    expect(statusOf(await exchange(post(["Host: localhost", `Origin: ${origin}`])))).toBe(403);
  });

  it("must not be sent twice", async () => {
    const both = ["Origin: http://localhost", "Origin: http://evil.com"];
    expect(statusOf(await exchange(post(["Host: localhost", ...both])))).toBe(403);
  });
});

describe("an unusual request", () => {
  const own = "Host: localhost";

  it.each<[string, number, Buffer | string]>([
    ["is compressed", 415, post([own, "Content-Encoding: gzip"], { body: gzipSync(ping()) })],
    ["has a huge header", 431, post([own, `X-Long: ${"a".repeat(70_000)}`])],
    ["has too many headers", 431, post([own, ...Array.from({ length: 3_000 }, (_, i) => `X-${i}: a`)])],
    ["has a length and chunks", 400, post([own, "Transfer-Encoding: chunked"])],
    ["has two lengths", 400, post([own, "Content-Length: 3"])],
    ["continues a header on the next line", 400, post([own, "Mcp-Session-Id: a", " b"])],
    ["has another host in its target", 404, post([own], { target: "http://evil.com/mcp" })],
    ["has an unknown Expect header", 417, post([own, "Expect: nonsense"])],
    ["asks for a protocol upgrade", 200, post([own, "Connection: Upgrade", "Upgrade: websocket"])],
    ["names an unknown protocol revision", 400, post([own, "MCP-Protocol-Version: 1999"])],
  ])("that %s gets a response, and so does the next one", async (_, status, bytes) => {
    expect(statusOf(await exchange(bytes, /\r\n\r\n/))).toBe(status);
    expect(statusOf(await exchange(post([own])))).toBe(200);
  });

  it("answers an HTTP/1.0 request", async () => {
    expect(await exchange(post([own], { version: "1.0" }))).toContain('"result":{}');
  });

  it("answers pipelined requests in order", async () => {
    const requests = [1, 2, 3].map((id) => post([own], { body: ping(id) }));
    const answer = await exchange(Buffer.concat(requests), /"id":3/);
    expect([...answer.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
  });

  it("may nest JSON as deeply as its size allows", async () => {
    const nested = "[".repeat(500_000) + "]".repeat(500_000);
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":${nested}}}}`;
    expect(await exchange(post([own], { body: call }))).toContain('"isError":true');
  });
});
