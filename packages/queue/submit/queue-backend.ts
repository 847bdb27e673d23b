import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import {
  ToolProgress,
  type AuditHook,
  type ExecutionBackend,
  type ExecutionJob,
  type ToolProgressInit,
} from "@toolkiln/runtime";
import { assertJson } from "@toolkiln/runtime/json";
import { backoff, isOutage } from "../database/is-outage.js";
import { Listener } from "../database/listener.js";
import { QueueDatabase } from "../database/queue-database.js";
import { QueueSigner } from "../decision/queue-signer.js";
import { AuditTrail } from "../journal/audit-trail.js";
import { findExecution, type QueuedExecution } from "../journal/find-execution.js";
import { QueueCounter, type QueueCounts } from "../journal/queue-counter.js";
import {
  resolveBackendOptions,
  type QueueBackendOptions,
  type ResolvedBackendOptions,
} from "./queue-backend-options.js";
import { ResultReader } from "./result-reader.js";
import { Submission } from "./submission.js";
import { SubmissionWriter } from "./submission-writer.js";

/** Milliseconds between two looks at calls whose notification may be lost. */
const pollInterval = 2_000;
/** Milliseconds that the end of the backend waits for the database. */
const closingTime = 5_000;

/** Makes a backend whose calls run on the workers of a queue. It connects when it is first used. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  return new QueueBackend(options);
}

/** What a backend reports. */
export interface QueueBackendEvents {
  /** At most once a second while calls are submitted or end. */
  counts: [QueueCounts];
}

/** A connected backend. */
interface Link {
  readonly database: QueueDatabase;
  readonly listener: Listener;
  readonly writer: SubmissionWriter;
  readonly reader: ResultReader;
}

/** The submitting side: sends calls that may run to the workers, and their results back to the executor. */
export class QueueBackend extends EventEmitter<QueueBackendEvents> implements ExecutionBackend {
  /** For the executor's `audit`: decisions are written in the transaction that submits their calls. */
  readonly audit: AuditHook;
  readonly #options: ResolvedBackendOptions;
  readonly #signer: QueueSigner;
  readonly #trail = new AuditTrail();
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  readonly #id: string = randomBytes(8).toString("hex");
  /** Calls that are to be written, in the order of their submission. */
  readonly #line = new Set<Submission>();
  readonly #withdrawn = new Set<Submission>();
  /** Calls that were written and whose results are awaited, by their jobs. */
  readonly #awaited = new Map<string, Submission>();
  #link: Promise<Link> | undefined;
  #flushing: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #failures = 0;
  #isDisposed = false;

  constructor(options: QueueBackendOptions) {
    super();
    this.#options = resolveBackendOptions(options);
    this.#signer = new QueueSigner(options.key);
    this.audit = (record) => {
      if (this.#trail.add(record)) this.#wake();
    };
  }

  /** Calls of this process by their state, since it started. */
  get counts(): QueueCounts {
    const awaited = [...this.#awaited.values()];
    const running = awaited.filter(({ hasBegun }) => hasBegun).length;
    return { ...this.#counter.counts, queued: this.#line.size + awaited.length - running, running };
  }

  submit(call: ExecutionJob): void {
    try {
      const { tenant, priority, toolsetOf } = this.#options;
      assertWritable(call);
      const place = { queue: toolsetOf(call.toolId), tenant: tenant(call) ?? "", priority: priority(call) };
      this.#line.add(new Submission(call, place));
      this.#wake();
    } catch (error) {
      call.settle({ type: "threw", thrown: error });
    }
  }

  withdraw(call: ExecutionJob): void {
    const submission = call.backendNote;
    if (!(submission instanceof Submission) || submission.isWithdrawn) return;
    submission.isWithdrawn = true;
    this.#awaited.delete(submission.job);
    if (this.#line.delete(submission) && !submission.isSent) return;
    this.#withdrawn.add(submission);
    this.#wake();
  }

  /** What is known of an execution, whoever submitted it; for those who come back for a result. */
  async find(executionId: string): Promise<QueuedExecution | undefined> {
    const { database } = await this.#connect();
    return findExecution(database, this.#signer, executionId);
  }

  /** Writes what is still to be written and disconnects. The executor has ended its calls before. */
  async dispose(): Promise<void> {
    const deadline = Date.now() + closingTime;
    while (this.#hasWork() && this.#failures === 0 && Date.now() < deadline) {
      this.#wake();
      await this.#flushing;
    }
    this.#isDisposed = true;
    clearInterval(this.#poll);
    this.#counter.close();
    await this.#flushing;
    const link = await this.#link?.catch(() => undefined);
    await link?.listener.close();
    await link?.database.close();
  }

  #hasWork(): boolean {
    return this.#line.size + this.#withdrawn.size + this.#trail.size > 0;
  }

  /** Writes what waits, after the calls that are being made at this moment. */
  #wake(): void {
    if (this.#isDisposed) return;
    this.#flushing ??= Promise.resolve()
      .then(() => this.#flush())
      .finally(() => {
        this.#flushing = undefined;
        if (this.#hasWork()) this.#wake();
      });
  }

  async #flush(): Promise<void> {
    try {
      const { database, writer, reader } = await this.#connect();
      await writer.withdraw(this.#withdrawn);
      const known = await writer.submit({ line: this.#line, awaited: this.#awaited });
      reader.look(known.map(({ job }) => job));
      await this.#trail.write(database);
      this.#failures = 0;
    } catch (error) {
      await this.#failed(error);
    }
  }

  /** Keeps what could not be written while the database is away; anything else fails the calls at once. */
  async #failed(error: unknown): Promise<void> {
    this.#options.logger?.warn(`The queue could not be written: ${messageOf(error)}`);
    const waits = isOutage(error) && this.#options.whenUnavailable === "wait";
    if (!waits) {
      for (const submission of this.#line) this.#refuse(submission, error);
      this.#line.clear();
    }
    if (!isOutage(error)) this.#withdrawn.clear();
    if (this.#isDisposed) return;
    await new Promise((resolve) => {
      setTimeout(resolve, backoff(this.#failures++));
    });
  }

  #refuse({ call, isSent }: Submission, error: unknown): void {
    const reason = `The database of the queue cannot be used: ${messageOf(error)}`;
    if (isSent) call.settle({ type: "unknown", reason: `${reason}. The call may have been submitted.` });
    else call.settle({ type: "threw", thrown: Object.assign(new Error(reason), { name: "NotAvailable" }) });
  }

  #connect(): Promise<Link> {
    return (this.#link ??= this.#open().catch((error: unknown) => {
      this.#link = undefined;
      throw error;
    }));
  }

  async #open(): Promise<Link> {
    const { connections } = this.#options;
    const database = await QueueDatabase.open(this.#options, { connections, supervises: true });
    const reader = new ResultReader(database, this.#signer, this.#awaited, this.#counter);
    const listener = new Listener(database.clientConfig, [`tk_s_${this.#id}`], {
      notified: (_, payload) => this.#notified(payload, reader),
      connected: () => reader.look(this.#awaited.keys()),
      failed: (error) => database.warn("Listening", error),
    });
    try {
      await listener.connect();
    } catch (error) {
      await database.close();
      throw error;
    }
    this.#poll = setInterval(() => reader.look(this.#awaited.keys()), pollInterval);
    const writer = new SubmissionWriter(database, this.#signer, this.#trail, {
      ...this.#options,
      submitter: this.#id,
    });
    return { database, listener, reader, writer };
  }

  /** `d` names jobs that ended, `b` one that began, `p` one with its progress. */
  #notified(payload: string, reader: ResultReader): void {
    const type = payload[0];
    if (type === "d") return reader.look(payload.slice(1).split(","));
    const submission = this.#awaited.get(payload.slice(1, 37));
    if (submission === undefined) return;
    const { call } = submission;
    if (!submission.hasBegun) call.began();
    submission.hasBegun = true;
    if (type === "p") {
      try {
        call.report(new ToolProgress(JSON.parse(payload.slice(37)) as ToolProgressInit));
      } catch {
        // Progress that cannot be read is no reason to disturb the call.
      }
    }
  }
}

/** Throws for a call that the tables cannot hold. */
function assertWritable(call: ExecutionJob): void {
  const { executionId, sessionId = "", parameters, modifiedParameters, metadata } = call;
  for (const [name, text] of Object.entries({ executionId, sessionId })) {
    // PostgreSQL stores neither NUL nor half a surrogate pair.
    if (text.length > 200 || /\0|\p{Surrogate}/u.test(text)) {
      throw new RangeError(`The ${name} cannot be stored: use at most 200 characters of valid text.`);
    }
  }
  assertJson({ parameters, modifiedParameters, metadata });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
