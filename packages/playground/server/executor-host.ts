import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  messageOf,
  type ExecutorSettings,
  type Reply,
  type Requests,
  type RunChange,
} from "../executor/messages.js";
import type { ExecutorState } from "../protocol.js";

/** A process that runs tools, what it was asked and has not answered, and the calls that it runs. */
interface Worker {
  readonly child: ChildProcess;
  readonly waiting: Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>;
  readonly runs: Set<string>;
}

/** Keeps a process that runs tools, and starts another when implementations change. */
export class ExecutorHost {
  readonly #settings: ExecutorSettings;
  readonly #onState: (state: ExecutorState) => void;
  readonly #onChange: (runId: string, change: RunChange) => void;
  readonly #workers = new Set<Worker>();
  #current: Worker | undefined;
  #opened: Promise<void> = Promise.resolve();
  #state: ExecutorState = { status: "starting" };
  #count = 0;

  constructor(
    settings: ExecutorSettings,
    onState: (state: ExecutorState) => void,
    onChange: (runId: string, change: RunChange) => void,
  ) {
    this.#settings = settings;
    this.#onState = onState;
    this.#onChange = onChange;
    this.restart();
  }

  get state(): ExecutorState {
    return this.#state;
  }

  /** Starts a new process. The one before ends when its calls have ended. */
  restart(): void {
    if (this.#current !== undefined) this.#request(this.#current, "retire", undefined).catch(() => undefined);
    const worker = this.#start();
    this.#current = worker;
    this.#change(worker, { status: "starting" });
    this.#opened = this.#request(worker, "open", this.#settings);
    this.#opened.then(
      () => this.#change(worker, { status: "ready" }),
      (error: unknown) => this.#change(worker, { status: "failed", message: messageOf(error) }),
    );
  }

  /** Asks the current process; rejects when it cannot be used or ends before it answers. */
  async ask<Name extends "check" | "run" | "test">(
    name: Name,
    given: Requests[Name][0],
  ): Promise<Requests[Name][1]> {
    const worker = this.#current;
    if (worker === undefined) throw new Error("The playground is closed.");
    await this.#opened;
    const runId = typeof given === "object" && "runId" in given ? given.runId : "";
    worker.runs.add(runId);
    return this.#request(worker, name, given).finally(() => worker.runs.delete(runId));
  }

  /** Tells the process that runs a call something about it. */
  tell<Name extends "cancel" | "decide">(runId: string, name: Name, given: Requests[Name][0]): void {
    for (const worker of this.#workers) {
      if (worker.runs.has(runId)) this.#request(worker, name, given).catch(() => undefined);
    }
  }

  close(): void {
    this.#current = undefined;
    for (const { child } of this.#workers) {
      if (child.connected) child.disconnect();
      // A tool that blocks its process cannot hear that it is over.
      setTimeout(() => child.kill("SIGKILL"), 2_000).unref();
    }
  }

  #request<Name extends keyof Requests>(
    worker: Worker,
    name: Name,
    given: Requests[Name][0],
  ): Promise<Requests[Name][1]> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      worker.waiting.set(id, { resolve, reject });
      if (worker.child.connected) worker.child.send({ id, name, given });
      else reject(new Error("The process that runs the tools has ended."));
    });
  }

  #start(): Worker {
    // What tools print belongs into the terminal, not into what this command prints.
    const child = fork(fileURLToPath(new URL("./executor-process.js", import.meta.url)), {
      serialization: "advanced",
      stdio: ["ignore", 2, 2, "ipc"],
    });
    const worker: Worker = { child, waiting: new Map(), runs: new Set() };
    this.#workers.add(worker);
    child.on("message", (reply: Reply) => this.#receive(worker, reply));
    child.on("exit", (code, signal) => this.#end(worker, signal ?? `code ${code}`));
    return worker;
  }

  #receive({ waiting }: Worker, reply: Reply): void {
    if ("change" in reply) {
      this.#onChange(reply.runId, reply.change);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    // The answer belongs to the request of the same number.
    if ("answer" in reply) asked?.resolve(reply.answer as never);
    else asked?.reject(new Error(reply.refusal));
  }

  #end(worker: Worker, how: string): void {
    this.#workers.delete(worker);
    for (const { reject } of worker.waiting.values())
      reject(new Error(`The process that runs the tools ended (${how}).`));
    // A tool ended the process. One that could not even start would not do better the next time.
    if (worker === this.#current && this.#state.status === "ready") this.restart();
  }

  #change(worker: Worker, state: ExecutorState): void {
    if (worker !== this.#current) return;
    this.#state = state;
    this.#onState(state);
  }
}
