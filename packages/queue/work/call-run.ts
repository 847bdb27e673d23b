import { ToolExecutionContext, ToolResult } from "@toolkiln/runtime";
import type { AnyTool, Span, ToolExecutor, ToolProgress, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";
import { readDecision, type Decision } from "../decision/decision.js";
import { writeError, writeReturned, type RunEnd } from "../decision/outcome.js";
import { maxPayload, type HeldJob } from "./job-rows.js";
import { heldClaims, type Release, type ResourceLeases } from "./resource-leases.js";
import type { WorkerOptions, WorkerTracer } from "./worker-options.js";

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

/** Milliseconds until a submitter is notified that a call runs (most have ended by then), and between two reports. */
const beginDelay = 50;
const reportInterval = 100;

/** Why a run is ended before its tool returns. */
const earlyEnds = {
  withdrawn: { status: "unknown", reason: "withdrawn" },
  timedOut: { status: "timedOut", reason: "The call ran longer than it may." },
  shutDown: { status: "unknown", reason: "the worker was shut down" },
} as const;

/** One call that this worker holds: checks its decision, takes its resources and runs its tool. */
export class CallRun {
  readonly job: HeldJob;
  readonly startTime: number = performance.now();
  readonly #workshop: Workshop;
  readonly #controller = new AbortController();
  readonly #ended: Promise<RunEnd>;
  #release: Release | undefined;
  #end: (end: RunEnd) => void = () => {};

  constructor(job: HeldJob, workshop: Workshop) {
    this.job = job;
    this.#workshop = workshop;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Ends the call before its tool does; the tool's signal is aborted. */
  end(why: keyof typeof earlyEnds): void {
    const { status, reason } = earlyEnds[why];
    this.#end({ status, reason });
    this.#controller.abort(new DOMException(reason, status === "timedOut" ? "TimeoutError" : "AbortError"));
  }

  async run(): Promise<RunEnd> {
    const { database, options } = this.#workshop;
    const decision = readDecision(this.job, database);
    if (typeof decision === "string") {
      return decision.endsWith("expired.")
        ? { status: "timedOut", reason: decision }
        : this.#refuse(decision);
    }
    const left = Math.min(2 ** 31 - 1, decision.expires - database.now());
    const timer = setTimeout(() => this.end("timedOut"), left);
    const span = options.tracer && (await startSpan(options.tracer, decision));
    try {
      const end = await Promise.race([this.#runTool(decision), this.#ended]);
      if (end.status !== "queued" && end.status !== "completed") span?.setStatus({ code: 2 });
      return end;
    } catch (error) {
      const { code = "Error", message } = ToolResult.fromError(error).error;
      return writeError(code, message, this.job, database.signer);
    } finally {
      clearTimeout(timer);
      span?.end();
      // A tool that goes on after its call has ended keeps nobody waiting.
      await this.#release?.();
    }
  }

  async #runTool(decision: Decision): Promise<RunEnd> {
    const { registry, database, used } = this.#workshop;
    const { tool: id, job, idempotent, expires } = decision;
    if (used.has(job) && !idempotent) return this.#refuse("The decision has been used already.");
    const tool = await registry.getTool(id)?.load();
    if (tool === undefined) return this.#refuse(`This worker has no tool '${id}'.`);
    if (database.signer.contractDigest(tool.contract) !== decision.contract) {
      const reason = `The contract of '${id}' is not the one that the call was judged by.`;
      return this.#refuse(`${reason} Deploy the same version to submitters and workers.`);
    }
    if (!(await this.#takeResources(decision))) return { status: "queued" };
    used.set(job, expires);
    return this.#invoke(tool, decision);
  }

  /** False when they are not to be had now. */
  async #takeResources({ claims }: Decision): Promise<boolean> {
    const { signal } = this.#controller;
    // Nobody else is kept out any more: the tool is asked to stop, and what it returns counts.
    const lost = (): void =>
      this.#controller.abort(new DOMException("The connection that held the locks ended.", "AbortError"));
    this.#release = await this.#workshop.leases.acquire({ claims, signal, lost });
    if (signal.aborted) await this.#release?.();
    signal.throwIfAborted();
    return this.#release !== undefined;
  }

  async #invoke(tool: AnyTool, decision: Decision): Promise<RunEnd> {
    const { database, executor, options } = this.#workshop;
    const { services, maxResultBytes = 10 * 1024 * 1024 } = options;
    const { signal } = this.#controller;
    const parameters = this.#withInjected(tool, decision.parameters);
    const modified = decision.modifiedParameters && this.#withInjected(tool, decision.modifiedParameters);
    const inherited = { ...decision.scope, ...(services !== undefined && { services }) };
    const { job, submitter } = this.job;
    const progress = sendProgress((report) => database.notify([`tk_s_${submitter}`, `p${job}${report}`]));
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
      return writeReturned(value, decision, database.signer, maxResultBytes);
    } finally {
      await progress.end();
    }
  }

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

  #refuse(reason: string): RunEnd {
    const { signer, logger } = this.#workshop.database;
    logger?.warn(`Refused the job ${this.job.job} of execution ${this.job.execution}: ${reason}`);
    return { ...writeError("DecisionRefused", reason, this.job, signer), status: "denied", reason };
  }
}

/** Starts the span of a run as a child of the submitter's; without OpenTelemetry's API, linked to it. */
async function startSpan(tracer: WorkerTracer, { tool, execution, span }: Decision): Promise<Span> {
  const attributes = { "gen_ai.tool.name": tool, "toolkiln.execution_id": execution };
  const api = span && (await import("@opentelemetry/api").catch(() => undefined));
  const parent = span && api?.trace.setSpanContext(api.ROOT_CONTEXT, { ...span, isRemote: true });
  const links = span === undefined || parent !== undefined ? [] : [{ context: span }];
  return tracer.startSpan(`run_tool ${tool}`, { attributes, links }, parent);
}

/** Sends, as an empty text, that a call has begun, and then its newest progress. */
function sendProgress(send: (report: string) => Promise<void>) {
  let newest: ToolProgress | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const flush = (): void => {
    const text = newest === undefined ? "" : shorten(newest);
    newest = undefined;
    timer = undefined;
    sent = Promise.all([sent, send(text)]);
  };
  let timer: NodeJS.Timeout | undefined = setTimeout(flush, beginDelay);
  return {
    report(progress: ToolProgress): void {
      newest = progress;
      timer ??= setTimeout(flush, reportInterval);
    },
    /** Sends what is left, so that it arrives before the result. */
    end(): Promise<unknown> {
      clearTimeout(timer);
      if (newest !== undefined) flush();
      return sent;
    },
  };
}

/** A report that fits into a notification. */
function shorten(progress: ToolProgress): string {
  const { message, percentComplete } = progress;
  const text = JSON.stringify(progress);
  const short = { message: message.slice(0, 1_000), percentComplete };
  return Buffer.byteLength(text) > maxPayload ? JSON.stringify(short) : text;
}
