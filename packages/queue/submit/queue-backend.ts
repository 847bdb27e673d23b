import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { ToolProgress, type ToolProgressInit } from "@toolkiln/runtime";
import type { AuditHook, ExecutionBackend, ExecutionJob } from "@toolkiln/runtime";
import { assertJson } from "@toolkiln/runtime/json";
import { backoff, isOutage, pause } from "../database/outage.js";
import { Listener } from "../database/listener.js";
import { QueueDatabase } from "../database/queue-database.js";
import { checkKey } from "../decision/queue-signer.js";
import { AuditTrail } from "../journal/audit-trail.js";
import { findExecution, type QueuedExecution } from "../journal/find-execution.js";
import { QueueCounter, type QueueCounts } from "../journal/queue-counter.js";
import { checkWhole, type QueueBackendOptions } from "./queue-backend-options.js";
import { ResultReader } from "./result-reader.js";
import { Submission, type SubmissionPlace } from "./submission.js";
import { SubmissionWriter, type Submissions } from "./submission-writer.js";

/** Milliseconds between two looks at calls whose notification may be lost. */
const pollInterval = 2_000;
/** Milliseconds that the end of the backend waits for the database. */
const closingTime = 5_000;

/** Makes a backend whose calls run on the workers of a queue. It connects when it is first used. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  return new QueueBackend(options);
}

/** A connected backend. */
interface Link {
  readonly database: QueueDatabase;
  readonly writer: SubmissionWriter;
  readonly reader: ResultReader;
  readonly listener: Listener;
  readonly poll: NodeJS.Timeout;
}

/** The submitting side: sends calls that may run to the workers, and their results back to the executor. */
export class QueueBackend
  extends EventEmitter<{
    /** At most once a second while calls end. */
    counts: [QueueCounts];
  }>
  implements ExecutionBackend
{
  /** For the executor's `audit`: decisions are written in the transaction that submits their calls. */
  readonly audit: AuditHook;
  readonly #options: QueueBackendOptions;
  readonly #trail = new AuditTrail();
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  readonly #id: string = randomBytes(8).toString("hex");
  readonly #calls: Submissions = { line: new Set(), awaited: new Map(), withdrawn: new Set() };
  #link: Promise<Link> | undefined;
  #flushing: Promise<void> | undefined;
  #failures = 0;
  #isDisposed = false;

  constructor(options: QueueBackendOptions) {
    super();
    checkWhole("heartbeatSeconds", options.heartbeatSeconds, 10);
    checkWhole("maxQueueLength", options.maxQueueLength, 0);
    checkKey(options.key);
    this.#options = options;
    this.audit = (record) => {
      if (this.#trail.add(record)) this.#wake();
    };
  }

  /** Calls of this process by their state, since it started. */
  get counts(): QueueCounts {
    const { line, awaited } = this.#calls;
    const running = [...awaited.values()].filter(({ hasBegun }) => hasBegun).length;
    return { ...this.#counter.counts, queued: line.size + awaited.size - running, running };
  }

  submit(call: ExecutionJob): void {
    try {
      const place = this.#placeOf(call);
      assertWritable({ executionId: call.executionId, sessionId: call.sessionId, tenant: place.tenant });
      const { parameters, modifiedParameters, metadata } = call;
      assertJson({ parameters, modifiedParameters, metadata });
      this.#calls.line.add(new Submission(call, place));
      this.#wake();
    } catch (error) {
      call.settle({ type: "threw", thrown: error });
    }
  }

  withdraw({ backendNote: submission }: ExecutionJob): void {
    if (!(submission instanceof Submission)) return;
    const { line, awaited, withdrawn } = this.#calls;
    submission.isWithdrawn = true;
    awaited.delete(submission.job);
    line.delete(submission);
    if (!submission.isSent) return;
    withdrawn.add(submission);
    this.#wake();
  }

  /** What is known of an execution, whoever submitted it: for those who come back for a result. */
  async find(executionId: string): Promise<QueuedExecution | undefined> {
    return findExecution((await this.#connect()).database, executionId);
  }

  /** Writes what is still to be written and disconnects. The executor has ended its calls before. */
  async dispose(): Promise<void> {
    const deadline = Date.now() + closingTime;
    while (this.#hasWork() && this.#failures === 0 && Date.now() < deadline) {
      this.#wake();
      await this.#flushing;
    }
    this.#isDisposed = true;
    await this.#flushing;
    const link = await this.#link?.catch(() => undefined);
    clearInterval(link?.poll);
    await link?.listener.close();
    await link?.database.close();
  }

  #placeOf(call: ExecutionJob): SubmissionPlace {
    const { toolset = "default", tenant, priority } = this.#options;
    return {
      queue: typeof toolset === "string" ? toolset : toolset(call.toolId),
      tenant: (tenant === undefined ? call.sessionId : tenant(call)) ?? "",
      priority: Math.round(priority?.(call) ?? 0),
    };
  }

  #hasWork(): boolean {
    return this.#calls.line.size + this.#calls.withdrawn.size + this.#trail.size > 0;
  }

  /** Writes what waits, after the calls that are being made at this moment. */
  #wake(): void {
    if (this.#isDisposed) return;
    this.#flushing ??= Promise.resolve()
      .then(() => this.#flush())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#flushing = undefined;
        if (this.#hasWork()) this.#wake();
      });
  }

  async #flush(): Promise<void> {
    const { database, writer, reader } = await this.#connect();
    await writer.withdraw(this.#calls);
    const known = await writer.submit(this.#calls);
    reader.look(known.map(({ job }) => job));
    await this.#trail.write(database);
    this.#failures = 0;
  }

  /** Keeps what could not be written while the database is away; anything else fails the calls at once. */
  async #failed(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    this.#options.logger?.warn(`The queue could not be written: ${message}`);
    const { line, withdrawn } = this.#calls;
    if (!isOutage(error)) withdrawn.clear();
    if (!isOutage(error) || this.#options.whenUnavailable === "fail") {
      const reason = `The database of the queue cannot be used: ${message}`;
      for (const { call, isSent } of line) {
        if (isSent) call.settle({ type: "unknown", reason: `${reason}. The call may have been submitted.` });
        else
          call.settle({ type: "threw", thrown: Object.assign(new Error(reason), { name: "NotAvailable" }) });
      }
      line.clear();
    }
    if (!this.#isDisposed) await pause(backoff(this.#failures++));
  }

  #connect(): Promise<Link> {
    return (this.#link ??= this.#open().catch((error: unknown) => {
      this.#link = undefined;
      throw error;
    }));
  }

  async #open(): Promise<Link> {
    const { awaited } = this.#calls;
    const database = await QueueDatabase.open(this.#options, this.#options.connections ?? 4, true);
    const reader = new ResultReader(database, awaited, this.#counter);
    const listener = new Listener(database, `tk_s_${this.#id}`, {
      notified: (payload) => this.#notified(payload, reader),
      connected: () => reader.look(),
    });
    try {
      await listener.connect();
    } catch (error) {
      await database.close();
      throw error;
    }
    const poll = setInterval(() => reader.look(), pollInterval);
    const writer = new SubmissionWriter(database, this.#id, this.#trail, this.#options);
    return { database, writer, reader, listener, poll };
  }

  /** `d` names jobs that ended, some with their outcomes, `b` one that began, `p` one with its progress. */
  #notified(payload: string, reader: ResultReader): void {
    if (payload.startsWith("d")) return reader.ended(payload.slice(1));
    const submission = this.#calls.awaited.get(payload.slice(1, 37));
    if (submission === undefined) return;
    if (!submission.hasBegun) submission.call.began();
    submission.hasBegun = true;
    if (payload.startsWith("b")) return;
    // What workers send is what `ProgressSender` writes.
    submission.call.report(new ToolProgress(JSON.parse(payload.slice(37)) as ToolProgressInit));
  }
}

/** Throws for names that the tables cannot hold. */
function assertWritable(names: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text = ""] of Object.entries(names)) {
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    if (text.length <= 200 && !/\0|\p{Surrogate}/u.test(text)) continue;
    throw new RangeError(`The ${name} cannot be stored: use at most 200 characters of valid text.`);
  }
}
