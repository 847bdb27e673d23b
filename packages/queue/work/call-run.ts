import { ToolExecutionContext, ToolResult } from "@toolkiln/runtime";
import type { AnyTool, Span, ToolExecutor, ToolProgress, ToolRegistry } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";
import { readDecision, type Decision } from "../decision/decision.js";
import { writeError, writeReturned, type RunEnd } from "../decision/outcome.js";
import { maxPayload, type FetchedJob } from "./job-rows.js";
import { heldClaims, type Release, type ResourceLeases } from "./resource-leases.js";
import type { WorkerOptions, WorkerTracer } from "./worker-options.js";

export interface WorkerContext {
  readonly database: QueueDatabase;
  readonly registry: ToolRegistry;
  readonly leases: ResourceLeases;
  /** Runs nested calls, which tools make. */
  readonly executor: ToolExecutor;
  readonly options: WorkerOptions;
  /** Jobs whose decisions this worker has used, with their expiry. */
  readonly used: Map<string, number>;
}

/** Milliseconds before the submitter is notified that a call has started (short calls end earlier), and between progress updates. */
const startDelay = 50;
const reportInterval = 100;

/** Reasons to end a run before its tool returns. */
const earlyEnds = {
  withdrawn: { status: "unknown", reason: "withdrawn" },
  timedOut: { status: "timedOut", reason: "The call timed out." },
  shutDown: { status: "unknown", reason: "the worker was shut down" },
} as const;

/** Runs a fetched call: verifies its decision, locks its resources and calls its tool. */
export class CallRun {
  readonly job: FetchedJob;
  readonly startTime: number = performance.now();
  readonly #worker: WorkerContext;
  readonly #controller = new AbortController();
  readonly #ended: Promise<RunEnd>;
  #release: Release | undefined;
  #end: (end: RunEnd) => void = () => {};

  constructor(job: FetchedJob, worker: WorkerContext) {
    this.job = job;
    this.#worker = worker;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Ends the call early and aborts the tool's signal. */
  end(why: keyof typeof earlyEnds): void {
    const { status, reason } = earlyEnds[why];
    this.#end({ status, reason });
    this.#controller.abort(new DOMException(reason, status === "timedOut" ? "TimeoutError" : "AbortError"));
  }

  async run(): Promise<RunEnd> {
    const { database, options } = this.#worker;
    const decision = readDecision(this.job, database);
    if (typeof decision === "string") {
      return decision.endsWith("expired.")
        ? { status: "timedOut", reason: decision }
        : this.#reject(decision);
    }
    const remaining = Math.min(2 ** 31 - 1, decision.expires - database.now());
    const timer = setTimeout(() => this.end("timedOut"), remaining);
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
      // A tool may keep running after its call has ended; its locks are released anyway.
      await this.#release?.();
    }
  }

  async #runTool(decision: Decision): Promise<RunEnd> {
    const { registry, database, used } = this.#worker;
    const { tool: id, job, idempotent, expires } = decision;
    if (used.has(job) && !idempotent) return this.#reject("The decision was already used.");
    const handle = registry.getTool(id);
    const tool = await handle?.load();
    if (tool === undefined) return this.#reject(`This worker has no tool '${id}'.`);
    if (database.signer.contractDigest(tool.contract) !== decision.contract) {
      const reason = `The tool '${id}' of this worker differs from the application's.`;
      return this.#reject(`${reason} Deploy the same version to both.`);
    }
    if (!(await this.#lockResources(decision))) return { status: "queued" };
    used.set(job, expires);
    return this.#invoke(tool, decision, handle?.services);
  }

  /** Locks the resources of a call; returns false when they are locked or the database is unavailable. */
  async #lockResources({ claims }: Decision): Promise<boolean> {
    const { signal } = this.#controller;
    // Without the locks the tool must stop, but its result is still used.
    const lost = (): void =>
      this.#controller.abort(
        new DOMException("The connection that holds the resource locks was lost.", "AbortError"),
      );
    this.#release = await this.#worker.leases.acquire({ claims, signal, lost });
    if (signal.aborted) await this.#release?.();
    signal.throwIfAborted();
    return this.#release !== undefined;
  }

  /** Runs the tool. `own`: the services of its project, from `withServices`. */
  async #invoke(tool: AnyTool, decision: Decision, own: object | undefined): Promise<RunEnd> {
    const { database, executor, options } = this.#worker;
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
      services: own ?? services,
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
    const supplied = this.#worker.options.inject ?? {};
    const complete = { ...parameters };
    for (const { parameter, key, optional } of tool.contract.spec.inject ?? []) {
      if (Object.hasOwn(supplied, key)) complete[parameter] = supplied[key];
      else if (optional !== true) {
        throw new Error(`The injected value '${key}' is missing: pass it to the worker as \`inject\`.`);
      }
    }
    return complete;
  }

  #reject(reason: string): RunEnd {
    const { signer, logger } = this.#worker.database;
    logger?.warn(`Rejected job ${this.job.job} of execution ${this.job.execution}: ${reason}`);
    return { ...writeError("DecisionRefused", reason, this.job, signer), status: "denied", reason };
  }
}

/** Starts a span as a child of the submitter's span; without OpenTelemetry's API, with a link to it. */
async function startSpan(tracer: WorkerTracer, { tool, execution, span }: Decision): Promise<Span> {
  const attributes = { "gen_ai.tool.name": tool, "toolkiln.execution_id": execution };
  const api = span && (await import("@opentelemetry/api").catch(() => undefined));
  const parent = span && api?.trace.setSpanContext(api.ROOT_CONTEXT, { ...span, isRemote: true });
  const links = span === undefined || parent !== undefined ? [] : [{ context: span }];
  return tracer.startSpan(`run_tool ${tool}`, { attributes, links }, parent);
}

/** Notifies the submitter that a call has started (with an empty text), then of its latest progress. */
function sendProgress(send: (report: string) => Promise<void>) {
  let newest: ToolProgress | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const flush = (): void => {
    const text = newest === undefined ? "" : shorten(newest);
    newest = undefined;
    timer = undefined;
    sent = Promise.all([sent, send(text)]);
  };
  let timer: NodeJS.Timeout | undefined = setTimeout(flush, startDelay);
  return {
    report(progress: ToolProgress): void {
      newest = progress;
      timer ??= setTimeout(flush, reportInterval);
    },
    /** Sends the remaining progress, so that it arrives before the result. */
    end(): Promise<unknown> {
      clearTimeout(timer);
      if (newest !== undefined) flush();
      return sent;
    },
  };
}

/** Serialises progress; truncates it to the size limit of notifications. */
function shorten(progress: ToolProgress): string {
  const { message, percentComplete } = progress;
  const text = JSON.stringify(progress);
  const short = { message: message.slice(0, 1_000), percentComplete };
  return Buffer.byteLength(text) > maxPayload ? JSON.stringify(short) : text;
}
