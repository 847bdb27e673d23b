import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Runs code in a worker thread, which can be terminated when an untrusted pattern blocks it.
 *
 * The code is a string so that it starts the same way from TypeScript sources, compiled files and bundles. It must
 * send exactly one message for every message that it receives.
 */
export class IsolatedWorker {
  readonly #worker: Worker;

  constructor(code: string, workerData?: unknown) {
    this.#worker = new Worker(code, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // `request` receives errors through `once`; without this listener, any other error would end the process.
    this.#worker.on("error", () => {});
  }

  /**
   * Sends a message and waits for the response; undefined when it times out. A timeout or a cancellation terminates the
   * worker.
   */
  async request(message: unknown, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    const stop = AbortSignal.timeout(timeoutMs);
    try {
      this.#worker.postMessage(message, []);
      const reply: unknown[] = await once(this.#worker, "message", {
        signal: AbortSignal.any([stop, signal]),
      });
      return reply[0];
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      if (!stop.aborted) throw error;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
