import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Desk, DeskReply, ExecutorSettings } from "../executor-process.js";
import type { RunChange } from "../protocol.js";

export class ToolProcess {
  readonly opened: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #count = 0;
  #isRetired = false;

  constructor(
    settings: ExecutorSettings,
    onChange: (runId: string, change: RunChange) => void,
    onExit: () => void,
  ) {
    // The output of tools belongs to the terminal, not to the output of this command.
    this.#child = fork(fileURLToPath(new URL("./executor-process.js", import.meta.url)), {
      serialization: "advanced",
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.opened = new Promise((resolve, reject) => this.#pending.set(0, { resolve, reject }));
    this.#child.send(settings);
    this.#child.on("message", (reply: DeskReply) => {
      if ("change" in reply) onChange(reply.runId, reply.change);
      else this.#settle(reply);
    });
    this.#child.on("exit", (code, signal) => {
      const refusal = `The process that runs the tools ended (${signal ?? `code ${code}`}).`;
      for (const id of this.#pending.keys()) this.#settle({ id, refusal });
      onExit();
    });
  }

  /** Calls a function of the process; rejects when the process ends before it answers. */
  ask<Name extends keyof Desk>(
    name: Name,
    ...given: Parameters<Desk[Name]>
  ): Promise<Awaited<ReturnType<Desk[Name]>>> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#child.send({ id, name, given }, (error) => {
        if (error !== null) this.#settle({ id, refusal: "The process that runs the tools has ended." });
      });
    });
  }

  /** Ends the process once it has answered everything. */
  retire(): void {
    this.#isRetired = true;
    if (this.#pending.size === 0) this.close();
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
    // A tool that blocks its process does not notice the disconnection.
    setTimeout(() => this.#child.kill("SIGKILL"), 2_000).unref();
  }

  #settle(reply: Exclude<DeskReply, { change: RunChange }>): void {
    const asked = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    // The answer belongs to the request of the same number.
    if (reply.refusal === undefined) asked?.resolve(reply.answer as never);
    else asked?.reject(new Error(reply.refusal));
    if (this.#isRetired && this.#pending.size === 0) this.close();
  }
}
