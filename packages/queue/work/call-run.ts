import {
  ToolExecutionContext,
  ToolResult,
  type AnyTool,
  type ToolExecutor,
  type ToolRegistry,
} from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";
import { readDecision, type Decision, type FoundJob } from "../decision/decision.js";
import { writeError, writeReturned } from "../decision/outcome.js";
import type { QueueSigner } from "../decision/queue-signer.js";
import { heldClaims } from "./nested-backend.js";
import { ProgressSender } from "./progress-sender.js";
import type { Lease, ResourceLeases } from "./resource-leases.js";
import type { Settlement } from "./settler.js";
import { startSpan } from "./start-span.js";
import type { WorkerOptions } from "./worker-options.js";

/** What runs of calls share. */
export interface Workshop {
  readonly database: QueueDatabase;
  readonly signer: QueueSigner;
  readonly registry: ToolRegistry;
  readonly leases: ResourceLeases;
  /** Judges and runs calls that tools make. */
  readonly executor: ToolExecutor;
  readonly options: WorkerOptions & { readonly maxResultBytes: number };
  /** Decisions that were used here, and when they expire. */
  readonly used: Map<string, number>;
}

/** A job that was fetched, with who waits for it. */
export interface HeldJob extends FoundJob {
  readonly submitter: string;
}

/** How a run ended; `busy` when its resources are taken and it is to be tried again later. */
export type RunEnd = Settlement | "busy";

/** Why a run is ended before its tool returns. */
type EarlyEnd = "withdrawn" | "timedOut" | "shutDown";

const refused = "DecisionRefused";

/** One call that this worker holds: checks its decision, takes its resources and runs its tool. */
export class CallRun {
  readonly startTime: number = performance.now();
  readonly #held: HeldJob;
  readonly #workshop: Workshop;
  readonly #controller = new AbortController();
  readonly #ended: Promise<EarlyEnd>;
  #lease: Lease | undefined;
  #end: (reason: EarlyEnd) => void = () => {};

  constructor(held: HeldJob, workshop: Workshop) {
    this.#held = held;
    this.#workshop = workshop;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Ends the call before its tool does; the tool's signal is aborted. */
  end(reason: EarlyEnd, message: string): void {
    this.#end(reason);
    this.#controller.abort(new DOMException(message, reason === "timedOut" ? "TimeoutError" : "AbortError"));
  }

  /** Runs the call; never rejects. */
  async run(): Promise<RunEnd> {
    const { database, signer, options } = this.#workshop;
    const decision = readDecision(this.#held, signer, database.now());
    if (typeof decision === "string") {
      return decision.endsWith("expired.")
        ? this.#settle({ status: "timedOut", reason: decision })
        : this.#refuse(decision);
    }
    const timer = setTimeout(
      () => this.end("timedOut", "The call ran longer than it may."),
      Math.min(2 ** 31 - 1, decision.expires - database.now()),
    );
    const span = await startSpan(options.tracer, decision);
    try {
      const end = await Promise.race([this.#runTool(decision), this.#ended]);
      const settled = typeof end === "string" && end !== "busy" ? this.#endEarly(end) : end;
      if (settled !== "busy" && settled.status !== "completed") span?.setStatus({ code: 2 });
      return settled;
    } catch (error) {
      return this.#fail(error);
    } finally {
      clearTimeout(timer);
      span?.end();
      // A tool that goes on after its call has ended keeps nobody waiting.
      await this.#lease?.release();
    }
  }

  async #runTool(decision: Decision): Promise<RunEnd> {
    const { registry, signer, used } = this.#workshop;
    if (used.has(decision.job) && !decision.idempotent)
      return this.#refuse("The decision has been used already.");
    const tool = await registry.getTool(decision.tool)?.load();
    if (tool === undefined) return this.#refuse(`This worker has no tool '${decision.tool}'.`);
    if (signer.contractDigest(tool.contract) !== decision.contract) {
      return this.#refuse(
        `The contract of '${decision.tool}' is not the one that the call was judged by. Deploy the same version to submitters and workers.`,
      );
    }
    if (decision.claims.length > 0 && !(await this.#takeResources(decision))) return "busy";
    used.set(decision.job, decision.expires);
    return this.#invoke(tool, decision);
  }

  /** False when they are taken. */
  async #takeResources({ claims }: Decision): Promise<boolean> {
    const { signal } = this.#controller;
    const lost = (error: Error): void => {
      // Nobody else is kept out any more: the tool is asked to stop, and what it returns counts.
      this.#controller.abort(new DOMException(error.message, "AbortError"));
    };
    this.#lease = await this.#workshop.leases.acquire({ claims, signal, lost });
    if (signal.aborted) await this.#lease?.release();
    signal.throwIfAborted();
    return this.#lease !== undefined;
  }

  async #invoke(tool: AnyTool, decision: Decision): Promise<Settlement> {
    const { database, signer, options, executor } = this.#workshop;
    const { signal } = this.#controller;
    const parameters = this.#withInjected(tool, decision.parameters);
    const modifiedParameters =
      decision.modifiedParameters === undefined
        ? undefined
        : this.#withInjected(tool, decision.modifiedParameters);
    const { session: sessionId, workspace: workspacePath, metadata } = decision;
    const inherited = {
      ...(sessionId !== undefined && { sessionId }),
      ...(workspacePath !== undefined && { workspacePath }),
      ...(metadata !== undefined && { metadata }),
      ...(options.services !== undefined && { services: options.services }),
    };
    const progress = new ProgressSender(database, this.#held.submitter, decision.job);
    const context = new ToolExecutionContext({
      toolId: decision.tool,
      executionId: decision.execution,
      isApproved: decision.isApproved,
      parameters,
      modifiedParameters,
      ...inherited,
      startedAt: Date.now(),
      signal: () => signal,
      report: (report) => progress.report(report),
      execute: (id, input, own) => executor.dispatch(id, input, { signal, ...inherited, ...own }),
    });
    try {
      const value = await heldClaims.run(decision.claims, async () =>
        tool.run(modifiedParameters ?? parameters, context),
      );
      return this.#settle(writeReturned(value, decision, options.maxResultBytes, signer));
    } catch (error) {
      return this.#fail(error);
    } finally {
      await progress.end();
    }
  }

  /** The parameters with what this worker supplies. */
  #withInjected(tool: AnyTool, parameters: unknown): unknown {
    const { inject = [] } = tool.contract.spec;
    if (inject.length === 0 || !isRecord(parameters)) return parameters;
    const supplied = this.#workshop.options.inject ?? {};
    const complete = { ...parameters };
    for (const { parameter, key, optional } of inject) {
      if (Object.hasOwn(supplied, key)) complete[parameter] = supplied[key];
      else if (optional !== true)
        throw new Error(`The worker does not supply '${key}': pass it to the worker as \`inject\`.`);
    }
    return complete;
  }

  #endEarly(reason: EarlyEnd): Settlement {
    if (reason === "timedOut")
      return this.#settle({ status: "timedOut", reason: "The call ran longer than it may." });
    return this.#settle({
      status: "unknown",
      reason: reason === "withdrawn" ? "withdrawn" : "the worker was shut down",
    });
  }

  #refuse(message: string): Settlement {
    const { database, signer } = this.#workshop;
    database.logger?.warn(
      `Refused the job ${this.#held.job} of execution ${this.#held.execution}: ${message}`,
    );
    return this.#settle({
      ...writeError(refused, message, this.#held, signer),
      status: "denied",
      reason: message,
    });
  }

  #fail(error: unknown): Settlement {
    const { code = "Error", message } = ToolResult.fromError(error).error;
    return this.#settle(writeError(code, message, this.#held, this.#workshop.signer));
  }

  #settle(end: Omit<Settlement, "execution" | "job">): Settlement {
    return { execution: this.#held.execution, job: this.#held.job, ...end };
  }
}
