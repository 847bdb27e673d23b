import type { LoggingLevel, ServerContext } from "@modelcontextprotocol/server";
import type { ToolProgress } from "@toolkiln/runtime";

/** Milliseconds between two notifications, so that a busy tool does not flood its client. */
const interval = 20;

/** For each message level, the client log levels at which the message is sent. */
const includedIn: Readonly<Record<"info" | "warning", ReadonlySet<LoggingLevel | undefined>>> = {
  info: new Set(["debug", "info"]),
  warning: new Set(["debug", "info", "notice", "warning"]),
};

interface LoggingClient {
  readonly logLevel: LoggingLevel | undefined;
}

/**
 * Reports the progress of a call to its client: as progress notifications when the request has a token, and otherwise
 * as log messages to clients that asked for them. Nothing is sent after the call has ended.
 */
export class ProgressReporter {
  readonly #request: ServerContext["mcpReq"];
  readonly #client: LoggingClient;
  #last: number | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #ended = false;

  constructor(request: ServerContext["mcpReq"], client: LoggingClient) {
    this.#request = request;
    this.#client = client;
  }

  report(step: ToolProgress): void {
    const now = performance.now();
    if (this.#ended || now - this.#sentAt < interval) return;
    // The client may have disconnected; the transport then cancels its call.
    this.#send(step, now)?.catch(() => undefined);
  }

  end(): void {
    this.#ended = true;
  }

  #send(step: ToolProgress, now: number): Promise<void> | undefined {
    const { _meta, envelope, log, notify } = this.#request;
    const message = step.warningMessage ?? step.currentOperation ?? step.message;
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) {
      const level = step.warningMessage === undefined ? "info" : "warning";
      // Since MCP 2026-07-28, each request sets its log level; the SDK applies it.
      if (envelope === undefined && !includedIn[level].has(this.#client.logLevel)) return undefined;
      this.#sentAt = now;
      return log(level, message);
    }
    const { progress, total } = positionOf(step, this.#last);
    // The protocol requires increasing values.
    if (this.#last !== undefined && progress <= this.#last) return undefined;
    this.#last = progress;
    this.#sentAt = now;
    const params = { progressToken, progress, ...(total !== undefined && { total }), message };
    return notify({ method: "notifications/progress", params });
  }
}

function positionOf(
  { itemsProcessed, totalItems, percentComplete }: ToolProgress,
  last = 0,
): { progress: number; total?: number } {
  if (percentComplete !== undefined) return { progress: percentComplete, total: 100 };
  if (itemsProcessed !== undefined) {
    return { progress: itemsProcessed, ...(totalItems !== undefined && { total: totalItems }) };
  }
  return { progress: last + 1 };
}
