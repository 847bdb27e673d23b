import { serveStdio as serveConnection } from "@modelcontextprotocol/server/stdio";
import type { McpToolServer } from "../create-mcp-server.js";
import { LineTransport } from "./line-transport.js";

/** Options of `serveStdio`. */
export interface ServeStdioOptions {
  /** Maximum bytes. @default 10 MiB */
  readonly maxMessageSize?: number;
  /** Milliseconds to finish open requests at end of input. @default 2,000 */
  readonly drainTime?: number;
}

/** A connection over standard input and output. */
export interface StdioConnection {
  /** Resolves when the client disconnects or `close` is called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves tools over standard input and output. Standard output is then reserved for MCP: other output of the process
 * goes to standard error.
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
