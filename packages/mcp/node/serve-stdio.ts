import { serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import type { McpToolServer } from "../create-mcp-server.js";
import { LineTransport } from "./line-transport.js";

/** How tools are served over standard input and output. */
export interface ServeStdioOptions {
  /** Bytes of one message. @default 10 MiB */
  readonly maxMessageSize?: number;
  /** Milliseconds that open requests get when the input ends. @default 2,000 */
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
  const { maxMessageSize = 10 * 1024 * 1024, drainTime = 2_000 } = options;
  const write = stdout.write.bind(stdout);
  let end: (() => void) | undefined;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const transport = new LineTransport({
    input: stdin,
    output: stdout,
    write: (text, done) => {
      write(text, "utf8", done);
    },
    maxMessageSize,
    drainTime,
    onEnd: () => {
      stdout.write = write;
      end?.();
    },
  });
  stdout.write = stderr.write.bind(stderr);
  const connection = serveConnection(server.connect, { transport, onerror: server.onError });
  return { closed, close: () => connection.close() };
}
