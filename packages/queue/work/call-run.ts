import { ToolExecutionContext, ToolResult } from "@toolkiln/runtime";
import type { AnyTool, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { isOutage } from "../database/outage.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { readDecision, type Decision } from "../decision/decision.js";
import { writeError, writeReturned } from "../decision/outcome.js";
import type { HeldJob, Settlement } from "./job-rows.js";
import { heldClaims } from "./nested-backend.js";
import { ProgressSender } from "./progress-sender.js";
import type { Lease, ResourceLeases } from "./resource-leases.js";
import { startSpan } from "./start-span.js";
import type { WorkerOptions } from "./worker-options.js";

/** What runs of calls share. */
export interface Workshop {
  readonly database: QueueDatabase;
  readonly registry: ToolRegistry;
  readonly leases: ResourceLeases;
  /** Judges and runs calls that tools make. */
  readonly executor: ToolExecutor;
  readonly options: WorkerOptions;
  /** Decisions that were used here, and when they expire. */
  readonly used: Map<string, number>;
}

/** Why a run is ended before its tool returns. */
type EarlyEnd = "withdrawn" | "timedOut" | "shutDown";

const earlyEnds: Readonly<Record<EarlyEnd, Pick<Settlement, "status" | "reason">>> = {
  withdrawn: { status: "unknown", reason: "withdrawn" },
  timedOut: { status: "timedOut", reason: "The call ran longer than it may." },
  shutDown: { status: "unknown", reason: "the worker was shut down" },
};

/** One call that this worker holds: checks its decision, takes its resources and runs its tool. */
export class CallRun {
  readonly startTime: number = performance.now();
  readonly #held: HeldJob;
  readonly #workshop: Workshop;
  readonly #controller = new AbortController();
  readonly #ended: Promise<Settlement>;
  #lease: Lease | undefined;
  #end: (settlement: Settlement) => void = () => {};

  constructor(held: HeldJob, workshop: Workshop) {
    this.#held = held;
    this.#workshop = workshop;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Ends the call before its tool does; the tool's signal is aborted. */
  end(why: EarlyEnd): void {
    const { status, reason } = earlyEnds[why];
    this.#end(this.#settle(earlyEnds[why]));
    this.#controller.abort(new DOMException(reason, status === "timedOut" ? "TimeoutError" : "AbortError"));
  }

  /** Runs the call; never rejects. `busy`: its resources are taken, and it is to be tried again later. */
  async run(): Promise<Settlement | "busy"> {
    const { database, options } = this.#workshop;
    const decision = readDecision(this.#held, database);
    if (typeof decision === "string") {
      const isLate = decision.endsWith("expired.");
      return isLate ? this.#settle({ status: "timedOut", reason: decision }) : this.#refuse(decision);
    }
    const left = Math.min(2 ** 31 - 1, decision.expires - database.now());
    const timer = setTimeout(() => this.end("timedOut"), left);
    const span = await startSpan(options.tracer, decision);
    try {
      const end = await Promise.race([this.#runTool(decision), this.#ended]);
      if (end !== "busy" && end.status !== "completed") span?.setStatus({ code: 2 });
      return end;
    } catch (error) {
      return this.#fail(error);
    } finally {
      clearTimeout(timer);
      span?.end();
      // A tool that goes on after its call has ended keeps nobody waiting.
      await this.#lease?.release();
    }
  }

  async #runTool(decision: Decision): Promise<Settlement | "busy"> {
    const { registry, database, used } = this.#workshop;
    const { tool: id, job, claims, idempotent, expires } = decision;
    if (used.has(job) && !idempotent) return this.#refuse("The decision has been used already.");
    const tool = await registry.getTool(id)?.load();
    if (tool === undefined) return this.#refuse(`This worker has no tool '${id}'.`);
    if (database.signer.contractDigest(tool.contract) !== decision.contract) {
      return this.#refuse(
        `The contract of '${id}' is not the one that the call was judged by. Deploy the same version to submitters and workers.`,
      );
    }
    if (claims.length > 0 && !(await this.#takeResources(decision))) return "busy";
    used.set(job, expires);
    return this.#invoke(tool, decision);
  }

  /** False when they are taken. */
  async #takeResources({ claims }: Decision): Promise<boolean> {
    const { signal } = this.#controller;
    // Nobody else is kept out any more: the tool is asked to stop, and what it returns counts.
    const lost = (error: Error): void =>
      this.#controller.abort(new DOMException(error.message, "AbortError"));
    try {
      this.#lease = await this.#workshop.leases.acquire({ claims, signal, lost });
    } catch (error) {
      // The tool has not run: the call can wait until the database is back.
      if (isOutage(error)) return false;
      throw error;
    }
    if (signal.aborted) await this.#lease?.release();
    signal.throwIfAborted();
    return this.#lease !== undefined;
  }

  async #invoke(tool: AnyTool, decision: Decision): Promise<Settlement> {
    const { database, executor, options } = this.#workshop;
    const { services, maxResultBytes = 10 * 1024 * 1024 } = options;
    const { session, workspace, metadata } = decision;
    const { signal } = this.#controller;
    const parameters = this.#withInjected(tool, decision.parameters);
    const modified = decision.modifiedParameters && this.#withInjected(tool, decision.modifiedParameters);
    const inherited = {
      ...(session !== undefined && { sessionId: session }),
      ...(workspace !== undefined && { workspacePath: workspace }),
      ...(metadata !== undefined && { metadata }),
      ...(services !== undefined && { services }),
    };
    const progress = new ProgressSender(database, this.#held);
    const context = new ToolExecutionContext({
      toolId: decision.tool,
      executionId: decision.execution,
      isApproved: decision.isApproved,
      parameters,
      modifiedParameters: modified,
      ...inherited,
      startedAt: Date.now(),
      signal: () => signal,
      report: (report) => progress.report(report),
      execute: (id, input, own) => executor.dispatch(id, input, { signal, ...inherited, ...own }),
    });
    try {
      const value = await heldClaims.run(decision.claims, async () =>
        tool.run(modified ?? parameters, context),
      );
      return this.#settle(writeReturned(value, decision, database.signer, maxResultBytes));
    } catch (error) {
      return this.#fail(error);
    } finally {
      await progress.end();
    }
  }

  /** The parameters with what this worker supplies. */
  #withInjected(tool: AnyTool, parameters: unknown): unknown {
    if (!isRecord(parameters)) return parameters;
    const supplied = this.#workshop.options.inject ?? {};
    const complete = { ...parameters };
    for (const { parameter, key, optional } of tool.contract.spec.inject ?? []) {
      if (Object.hasOwn(supplied, key)) complete[parameter] = supplied[key];
      else if (optional !== true) {
        throw new Error(`The worker does not supply '${key}': pass it to the worker as \`inject\`.`);
      }
    }
    return complete;
  }

  #refuse(message: string): Settlement {
    const { signer, logger } = this.#workshop.database;
    logger?.warn(`Refused the job ${this.#held.job} of execution ${this.#held.execution}: ${message}`);
    const { outcome } = writeError("DecisionRefused", message, this.#held, signer);
    return this.#settle({ status: "denied", reason: message, outcome });
  }

  #fail(error: unknown): Settlement {
    const { code = "Error", message } = ToolResult.fromError(error).error;
    return this.#settle(writeError(code, message, this.#held, this.#workshop.database.signer));
  }

  #settle(end: Omit<Settlement, "execution" | "job">): Settlement {
    return { execution: this.#held.execution, job: this.#held.job, ...end };
  }
}
