import { isOutage } from "../database/is-outage.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { decide, signDecision } from "../decision/decision.js";
import type { QueueSigner } from "../decision/queue-signer.js";
import type { AuditTrail } from "../journal/audit-trail.js";
import type { ResolvedBackendOptions } from "./queue-backend-options.js";
import type { Submission } from "./submission.js";
import { submitStatement, type PreparedSubmission, type SubmittedRow } from "./submit-statement.js";

/** Calls that are written at once. */
const maxBatch = 100;
/** Tenants whose last turn is remembered. */
const maxTurns = 10_000;

/** How submissions are written. */
export interface WriterOptions extends Pick<
  ResolvedBackendOptions,
  "maxQueueLength" | "heartbeatSeconds" | "lostRetries"
> {
  readonly submitter: string;
}

/** The calls that a writer works on. */
export interface Submissions {
  /** Those that are to be written. */
  readonly line: Set<Submission>;
  /** Those whose results are awaited, by their jobs. */
  readonly awaited: Map<string, Submission>;
}

/** Writes submissions and withdrawals, many at a time. */
export class SubmissionWriter {
  readonly #database: QueueDatabase;
  readonly #signer: QueueSigner;
  readonly #trail: AuditTrail;
  readonly #options: WriterOptions;
  /** The turns of the tenants' last calls. */
  readonly #turns = new Map<string, string>();

  constructor(database: QueueDatabase, signer: QueueSigner, trail: AuditTrail, options: WriterOptions) {
    this.#database = database;
    this.#signer = signer;
    this.#trail = trail;
    this.#options = options;
  }

  /** Writes all that wait, and returns those whose calls had been submitted before. */
  async submit({ line, awaited }: Submissions): Promise<readonly Submission[]> {
    const known: Submission[] = [];
    for (let batch = nextBatch(line); batch.length > 0; batch = nextBatch(line)) {
      try {
        known.push(...(await this.#write(batch, line, awaited)));
      } catch (error) {
        if (isOutage(error)) throw error;
        if (batch.length === 1) drop(batch, line, error);
        // One that the database does not take must not keep the others from being written.
        else for (const one of batch) known.push(...(await this.#writeAlone(one, line, awaited)));
      }
    }
    return known;
  }

  /** Ends what its caller does not wait for any more, and notifies the workers that may be running it. */
  async withdraw(withdrawn: Set<Submission>): Promise<void> {
    const { own, boss } = this.#database.schemas;
    const batch = [...withdrawn];
    if (batch.length === 0) return;
    await this.#database.query({
      name: `withdraw ${own}`,
      text: `with input as (select * from unnest($1::text[], $2::uuid[], $3::text[]) as i (id, job, status)),
        ended as (
          update ${own}.execution e set status = i.status, reason = 'withdrawn', finished_at = clock_timestamp()
          from input i where e.id = i.id and e.job = i.job and finished_at is null returning e.job, e.queue
        )
        update ${boss}.job j set state = 'cancelled', completed_on = now()
        from ended where j.name = ended.queue and j.id = ended.job and state < 'completed'`,
      values: [
        batch.map(({ call }) => call.executionId),
        batch.map(({ job }) => job),
        batch.map(({ call }) => (call.remainingMs() <= 0 ? "timedOut" : "cancelled")),
      ],
    });
    for (const { queue, job } of batch)
      void this.#database.notify(this.#database.workersChannel(queue), `c${job}`);
    for (const submission of batch) withdrawn.delete(submission);
  }

  async #writeAlone(
    one: Submission,
    line: Set<Submission>,
    awaited: Map<string, Submission>,
  ): Promise<readonly Submission[]> {
    try {
      return await this.#write([one], line, awaited);
    } catch (error) {
      if (isOutage(error)) throw error;
      drop([one], line, error);
      return [];
    }
  }

  async #write(
    batch: readonly Submission[],
    line: Set<Submission>,
    awaited: Map<string, Submission>,
  ): Promise<readonly Submission[]> {
    const [{ queue } = { queue: "" }] = batch;
    await this.#database.ensureQueue(queue);
    const prepared = batch.map((submission) => this.#prepare(submission));
    const { maxQueueLength: most } = this.#options;
    const mayBeFull = awaited.size + batch.length > most;
    const options = { ...this.#options, queue, maxQueueLength: mayBeFull ? most : undefined };
    for (const submission of batch) submission.isSent = true;
    const rows = await this.#database.query<SubmittedRow>(
      submitStatement(this.#database.schemas, prepared, options),
    );
    void this.#database.notify(this.#database.workersChannel(queue), "w");
    const byJob = new Map(rows.map((row) => [row.job, row]));
    const known: Submission[] = [];
    for (const { submission, call } of prepared) {
      const row = byJob.get(submission.job);
      const verdict = row === undefined ? "again" : this.#judge(submission, call, row);
      if (verdict === "again") continue;
      line.delete(submission);
      if (verdict === "refused" || submission.isWithdrawn) continue;
      awaited.set(submission.job, submission);
      if (verdict === "known") known.push(submission);
    }
    return known;
  }

  #prepare(submission: Submission): PreparedSubmission {
    const { call, job, queue } = submission;
    const decision = decide(call, this.#signer, { job, queue, now: this.#database.now() });
    const { tool, parameters, modifiedParameters, session, workspace } = decision;
    const identity = JSON.stringify([tool, parameters, modifiedParameters, session, workspace]);
    return {
      submission,
      decision,
      signed: signDecision(decision, this.#signer),
      call: this.#signer.callDigest(identity),
      asked: this.#trail.takeDecision(call.executionId),
      lastTurn: this.#turns.get(turnKey(submission)),
    };
  }

  /** What became of a submission: taken, the same call as before, refused, or to be written again. */
  #judge(submission: Submission, call: string, row: SubmittedRow): "taken" | "known" | "refused" | "again" {
    const { job, queue, call: { executionId } } = submission; // prettier-ignore
    const refuse = (reason: string): "refused" => {
      submission.call.settle({ type: "rejected", reason });
      return "refused";
    };
    if (row.turn !== null) this.#remember(submission, row.turn);
    // A statement whose answer was lost has done its work all the same.
    if (row.turn !== null || row.taken_job === job) return "taken";
    if (row.is_closed) return refuse(`The queue '${queue}' is being drained and takes no calls.`);
    if (!row.has_room)
      return refuse(`More than ${this.#options.maxQueueLength} calls wait in the queue '${queue}'.`);
    if (row.taken_job === null) return "again";
    if (row.taken_call !== call) return refuse(`Another call has the execution id '${executionId}' already.`);
    submission.job = row.taken_job;
    return "known";
  }

  #remember(submission: Submission, turn: string): void {
    const key = turnKey(submission);
    this.#turns.delete(key);
    this.#turns.set(key, turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > maxTurns && oldest !== undefined) this.#turns.delete(oldest);
  }
}

/** The next calls of the same queue. */
function nextBatch(line: ReadonlySet<Submission>): Submission[] {
  const batch: Submission[] = [];
  for (const submission of line) {
    if (batch.length >= maxBatch) break;
    if (batch.length === 0 || batch[0]?.queue === submission.queue) batch.push(submission);
  }
  return batch;
}

/** Fails calls that cannot be written. */
function drop(batch: readonly Submission[], line: Set<Submission>, error: unknown): void {
  for (const submission of batch) {
    line.delete(submission);
    submission.call.settle({ type: "threw", thrown: error });
  }
}

function turnKey({ queue, priority, tenant }: Submission): string {
  return `${queue}\n${priority}\n${tenant}`;
}
