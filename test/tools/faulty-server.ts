import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** How a server misbehaves once a request has come in. */
export type Fault = (socket: Socket, write: (text: string | Uint8Array) => void) => void;

/** The expected outcome of a request to such a server. */
export type FaultOutcome =
  | { readonly status: number; readonly body?: string; readonly truncated?: boolean; readonly by?: string }
  | { readonly code: string; readonly message: RegExp };

const head = "HTTP/1.1 200 OK\r\n";
/** Compressed once, before any request: it takes longer than some timeouts on a busy machine. */
const bomb = gzipSync(Buffer.alloc(50_000_000));
const timeout: FaultOutcome = { code: "RequestFailed", message: /timed out after/ };
const broken: FaultOutcome = { code: "RequestFailed", message: /failed: / };

/** Writes a text again and again until the connection ends. */
function flood(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 1);
  socket.once("close", () => clearInterval(timer));
}

/** Server faults, and the expected outcome of a request for each. */
export const faults: Readonly<Record<string, readonly [Fault, FaultOutcome]>> = {
  "says nothing": [() => undefined, timeout],
  "sends half of a status line": [(_, write) => write("HTTP/1.1 2"), timeout],
  "never ends its headers": [(_, write) => write(`${head}a: b\r\n`), timeout],
  "sends endless headers": [
    (socket) => {
      socket.write(head);
      flood(socket, `x-${"a".repeat(500)}: b\r\n`);
    },
    { code: "RequestFailed", message: /HPE_HEADER_OVERFLOW/ },
  ],
  "sends one huge header": [
    (_, write) => write(`${head}x: ${"a".repeat(1_000_000)}\r\n\r\n`),
    { code: "RequestFailed", message: /HPE_HEADER_OVERFLOW/ },
  ],
  "does not speak HTTP": [(_, write) => write("SSH-2.0-OpenSSH_9.6\r\n"), broken],
  "resets the connection at once": [(socket) => socket.resetAndDestroy(), broken],
  "closes the connection at once": [(socket) => socket.end(), broken],
  "closes the connection within the headers": [
    (socket) => socket.end(`${head}content-length: 5\r\n`),
    broken,
  ],
  "sends less than its Content-Length": [
    (socket) => socket.end(`${head}content-length: 10\r\n\r\nshort`),
    broken,
  ],
  "sends more than its Content-Length": [
    (socket) => socket.end(`${head}content-length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nsmuggled`),
    { status: 200, body: "body", truncated: false },
  ],
  "sends two values of Content-Length": [
    (_, write) => write(`${head}content-length: 4\r\ncontent-length: 5\r\n\r\nbody!`),
    broken,
  ],
  "sends Content-Length with a chunked body": [
    (_, write) =>
      write(`${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`),
    broken,
  ],
  "sends an invalid Content-Length": [(_, write) => write(`${head}content-length: -1\r\n\r\nbody`), broken],
  "sends a chunk with a wrong size": [
    (_, write) => write(`${head}transfer-encoding: chunked\r\n\r\nzz\r\nbody\r\n`),
    broken,
  ],
  "leaves out the last chunk": [
    (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n4\r\nbody\r\n`),
    broken,
  ],
  "never sends the last chunk": [
    (_, write) => write(`${head}transfer-encoding: chunked\r\n\r\n4\r\nbody\r\n`),
    timeout,
  ],
  "sends endless chunks": [
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, `1000\r\n${"a".repeat(4096)}\r\n`);
    },
    { status: 200, truncated: true, by: "limit" },
  ],
  "sends its body very slowly": [
    (socket) => {
      socket.write(`${head}content-length: 100000\r\n\r\n`);
      flood(socket, "");
    },
    timeout,
  ],
  "closes a body without a length": [
    (socket) => socket.end(`${head}\r\nperhaps all`),
    { status: 200, body: "perhaps all", truncated: true, by: "connection" },
  ],
  "resets a body without a length": [
    (socket, write) => {
      write(`${head}\r\npart`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    broken,
  ],
  "resets a body with a length": [
    (socket, write) => {
      write(`${head}content-length: 10\r\n\r\npart`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    broken,
  ],
  "closes only its side of the connection": [
    (socket) => socket.end(`${head}content-length: 4\r\n\r\nbody`),
    { status: 200, body: "body", truncated: false },
  ],
  "switches protocols": [
    (_, write) => write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    { code: "RequestFailed", message: /another protocol/ },
  ],
  "switches to an unnamed protocol": [
    (_, write) => write("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    { code: "RequestFailed", message: /another protocol/ },
  ],
  "sends endless early hints": [(socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"), timeout],
  "sends some early hints": [
    (_, write) =>
      write(
        `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(20)}${head}content-length: 2\r\nconnection: close\r\n\r\nok`,
      ),
    { status: 200, body: "ok", truncated: false },
  ],
  "sends a compression bomb": [
    (socket) => {
      const headers = `content-encoding: gzip\r\ncontent-type: text/plain\r\ncontent-length: ${bomb.length}\r\n`;
      socket.end(Buffer.concat([Buffer.from(`${head}${headers}\r\n`), bomb]));
    },
    { status: 200, truncated: false },
  ],
  "sends half of a compressed body": [
    (socket) => {
      const half = gzipSync("body").subarray(0, 12);
      const headers = `content-encoding: gzip\r\ncontent-length: ${half.length}\r\n`;
      socket.end(Buffer.concat([Buffer.from(`${head}${headers}\r\n`), half]));
    },
    { status: 200, body: gzipSync("body").subarray(0, 12).toString("base64"), truncated: false },
  ],
  "redirects to itself": [
    (socket) => socket.end("HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n"),
    { code: "TooManyRedirects", message: /limit of 3 redirects/ },
  ],
  "redirects to another scheme": [
    (socket) => socket.end("HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n"),
    { status: 302, body: "", truncated: false },
  ],
  "redirects with an endless body": [
    (socket) => {
      socket.write("HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n");
      flood(socket, "a".repeat(4096));
    },
    { code: "TooManyRedirects", message: /limit of 3 redirects/ },
  ],
  "sends a body with a status that allows none": [
    (socket) => socket.end("HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody"),
    { status: 204, body: "", truncated: false },
  ],
};

/** A server with a fault; `connections` are those that are still open. */
export interface FaultyServer extends AsyncDisposable {
  readonly url: string;
  readonly connections: ReadonlySet<Socket>;
}

/** Serves one fault on a free port of this machine. */
export async function serveFault(fault: Fault): Promise<FaultyServer> {
  const connections = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    socket.on("error", () => undefined);
    // Close the other half of the connection when the client hangs up.
    socket.once("end", () => socket.destroy());
    socket.once("data", () => fault(socket, (text) => void socket.write(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
