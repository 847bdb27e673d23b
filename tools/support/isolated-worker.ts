import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The worker did not answer in time and was ended. */
export class WorkerTimeoutError extends Error {
  override readonly name = "WorkerTimeoutError";
}

/**
 * Runs code that a hostile pattern may keep busy indefinitely, where it can be ended.
 *
 * The code is a string because it has to start alike from TypeScript sources, from compiled files and from bundles.
 * It answers every message that it is sent with one of its own.
 */
export class IsolatedWorker {
  readonly #worker: Worker;

  constructor(code: string, workerData?: unknown) {
    this.#worker = new Worker(code, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // Errors reach whoever waits for an answer; one that nobody waits for must not end the process.
    this.#worker.on("error", () => {});
  }

  /** Sends a message and waits for the answer; past the time or when the call is cancelled the worker ends. */
  async ask(message: unknown, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    const stop = AbortSignal.timeout(timeoutMs);
    try {
      this.#worker.postMessage(message, []);
      const [answer] = (await once(this.#worker, "message", { signal: AbortSignal.any([stop, signal]) })) as [
        unknown,
      ];
      return answer;
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      throw stop.aborted ? new WorkerTimeoutError("The worker did not answer in time.") : error;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
