import { serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import type { McpToolServer } from "../create-mcp-server.js";
import { LineTransport } from "./line-transport.js";

/** How tools are served over standard input and output. */
export interface ServeStdioOptions {
  /** Bytes of one message; 10 MiB unless said otherwise. */
  readonly maxMessageSize?: number;
  /** Milliseconds that open requests get when the input ends; 2,000 unless said otherwise. */
  readonly drainTime?: number;
}

/** A connection over standard input and output. */
export interface StdioConnection {
  /** Resolves when the client has gone or the connection was closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves tools over standard input and output. From then on standard output belongs to the protocol: what anything
 * else in the process prints there goes to standard error.
 */
export function serveStdio(server: McpToolServer, options: ServeStdioOptions = {}): StdioConnection {
  const { stdin, stdout, stderr } = process;
  const own = stdout.write;
  const transport = new LineTransport({
    input: stdin,
    output: stdout,
    write: (text, done) => {
      own.call(stdout, text, "utf8", done);
    },
    maxMessageSize: options.maxMessageSize ?? 10 * 1024 * 1024,
    drainTime: options.drainTime ?? 2_000,
  });
  stdout.write = stderr.write.bind(stderr);
  const connection = serveConnection(server.connect, { transport, onerror: server.onError });
  const closed = new Promise<void>((resolve) => {
    const before = transport.onclose;
    transport.onclose = () => {
      stdout.write = own;
      before?.();
      resolve();
    };
  });
  return { closed, close: () => connection.close() };
}
