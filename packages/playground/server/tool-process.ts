import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RunnerMethods, RunnerMessage, ExecutorSettings } from "../executor-process.js";
import type { RunUpdate } from "../protocol.js";

/** A child process that loads and runs tools. */
export class ToolProcess {
  readonly started: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #count = 0;
  #isRetired = false;

  constructor(
    settings: ExecutorSettings,
    onUpdate: (runId: string, update: RunUpdate) => void,
    onExit: () => void,
  ) {
    // Tools print to stderr, so that their output does not mix with the output of this command.
    this.#child = fork(fileURLToPath(new URL("./executor-process.js", import.meta.url)), {
      serialization: "advanced",
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.started = new Promise((resolve, reject) => this.#pending.set(0, { resolve, reject }));
    this.#child.send(settings);
    this.#child.on("message", (message: RunnerMessage) => {
      if ("update" in message) onUpdate(message.runId, message.update);
      else this.#settle(message);
    });
    this.#child.on("exit", (code, signal) => {
      const error = `The executor process exited (${signal ?? `code ${code}`}).`;
      for (const id of this.#pending.keys()) this.#settle({ id, error });
      onExit();
    });
  }

  /** Calls a method in the process; rejects when the process exits before it responds. */
  call<Name extends keyof RunnerMethods>(
    name: Name,
    ...args: Parameters<RunnerMethods[Name]>
  ): Promise<Awaited<ReturnType<RunnerMethods[Name]>>> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#child.send({ id, name, args }, (error) => {
        if (error !== null) this.#settle({ id, error: "The executor process has exited." });
      });
    });
  }

  /** Ends the process when all pending calls have ended. */
  retire(): void {
    this.#isRetired = true;
    if (this.#pending.size === 0) this.close();
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
    // A tool that blocks its process does not notice the disconnection.
    setTimeout(() => this.#child.kill("SIGKILL"), 2_000).unref();
  }

  #settle({ id, result, error }: Exclude<RunnerMessage, { update: RunUpdate }>): void {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) call?.resolve(result as never);
    else call?.reject(new Error(error));
    if (this.#isRetired && this.#pending.size === 0) this.close();
  }
}
