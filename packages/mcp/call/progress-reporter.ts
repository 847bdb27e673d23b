import type { Notification, ProgressToken } from "@modelcontextprotocol/server";
import type { ToolProgress } from "@toolkiln/runtime";

/** Milliseconds between two notifications, so that a busy tool does not flood its client. */
const interval = 20;

/** Tells a client how far its call is: only with a token, only forward, and never after the end. */
export class ProgressReporter {
  readonly #token: ProgressToken | undefined;
  readonly #notify: (notification: Notification) => Promise<void>;
  #last = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  #ended = false;

  constructor(token: ProgressToken | undefined, notify: (notification: Notification) => Promise<void>) {
    this.#token = token;
    this.#notify = notify;
  }

  report(step: ToolProgress): void {
    const now = performance.now();
    if (this.#token === undefined || this.#ended || now - this.#sentAt < interval) return;
    const { progress, total } = positionOf(step, this.#last);
    // The protocol wants every value to be greater than the one before.
    if (progress <= this.#last) return;
    this.#last = progress;
    this.#sentAt = now;
    const params = {
      progressToken: this.#token,
      progress,
      ...(total !== undefined && { total }),
      message: step.warningMessage ?? step.currentOperation ?? step.message,
    };
    // A client that is gone hears nothing more; its call is cancelled by the transport.
    this.#notify({ method: "notifications/progress", params }).catch(() => undefined);
  }

  end(): void {
    this.#ended = true;
  }
}

function positionOf(
  { itemsProcessed, totalItems, percentComplete }: ToolProgress,
  last: number,
): { progress: number; total?: number } {
  if (percentComplete !== undefined) return { progress: percentComplete, total: 100 };
  if (itemsProcessed !== undefined) {
    return { progress: itemsProcessed, ...(totalItems !== undefined && { total: totalItems }) };
  }
  return { progress: last + 1 };
}
