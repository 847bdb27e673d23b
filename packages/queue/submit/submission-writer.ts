import type { QueueDatabase } from "../database/queue-database.js";
import { decide, signDecision } from "../decision/decision.js";
import type { AuditTrail } from "../journal/audit-trail.js";
import type { QueueBackendOptions } from "./queue-backend-options.js";
import type { Submission, SubmissionPlace } from "./submission.js";
import { submitText, type SubmittedRow } from "./submit-statement.js";

/** Calls that are written at once. */
const maxBatch = 100;
/** Tenants whose last turn is remembered. */
const maxTurns = 10_000;

/** The calls that a writer works on. */
export interface Submissions {
  /** Those that are to be written. */
  readonly line: Set<Submission>;
  /** Those whose results are awaited, by their jobs. */
  readonly awaited: Map<string, Submission>;
  readonly withdrawn: Set<Submission>;
}

/** Writes submissions and withdrawals, many at a time. */
export class SubmissionWriter {
  readonly #database: QueueDatabase;
  readonly #submitter: string;
  readonly #trail: AuditTrail;
  readonly #options: QueueBackendOptions;
  /** The turns of the tenants' last calls. */
  readonly #turns = new Map<string, string>();

  constructor(database: QueueDatabase, submitter: string, trail: AuditTrail, options: QueueBackendOptions) {
    this.#database = database;
    this.#submitter = submitter;
    this.#trail = trail;
    this.#options = options;
  }

  /** Writes the next calls of one queue, and returns those that had been submitted before. */
  async submit({ line, awaited }: Submissions): Promise<readonly Submission[]> {
    const [first] = line;
    if (first === undefined) return [];
    const { queue } = first;
    const batch = [...line].filter((submission) => submission.queue === queue).slice(0, maxBatch);
    await this.#database.ensureQueue(queue);
    const calls = batch.map((submission) => this.#prepare(submission));
    for (const submission of batch) submission.isSent = true;
    const { maxQueueLength = 10_000, heartbeatSeconds = 20, lostRetries = 2 } = this.#options;
    const room = awaited.size + batch.length > maxQueueLength ? maxQueueLength : null;
    const rows = await this.#database.query<SubmittedRow>({
      name: `submit ${this.#database.schemas.own}`,
      text: submitText(this.#database.schemas),
      values: [queue, this.#submitter, room, heartbeatSeconds, lostRetries, JSON.stringify(calls)],
    });
    void this.#database.notify(this.#database.workersChannel(queue), "w");
    return batch.filter((submission, index) => {
      const row = rows.find(({ job }) => job === submission.job);
      const verdict = row === undefined ? "again" : this.#judge(submission, calls[index]?.call, row);
      if (verdict !== "again") line.delete(submission);
      if (verdict === "again" || verdict === "refused" || submission.isWithdrawn) return false;
      awaited.set(submission.job, submission);
      return verdict === "known";
    });
  }

  /** Ends what its caller does not wait for any more, and notifies the workers that may be running it. */
  async withdraw({ withdrawn }: Submissions): Promise<void> {
    const { own, boss } = this.#database.schemas;
    const batch = [...withdrawn];
    if (batch.length === 0) return;
    await this.#database.query({
      name: `withdraw ${own}`,
      text: `with ended as (
          update ${own}.execution e set status = i.status, reason = 'withdrawn', finished_at = clock_timestamp()
          from json_to_recordset($1::json) as i (id text, job uuid, status text)
          where e.id = i.id and e.job = i.job and finished_at is null returning e.job, e.queue
        )
        update ${boss}.job j set state = 'cancelled', completed_on = now()
        from ended where j.name = ended.queue and j.id = ended.job and state < 'completed'`,
      values: [JSON.stringify(batch.map(withdrawal))],
    });
    for (const submission of batch) {
      withdrawn.delete(submission);
      void this.#database.notify(this.#database.workersChannel(submission.queue), `c${submission.job}`);
    }
  }

  /** What is written of a submission: the columns of `input` in the statement. */
  #prepare({ call, job, queue, tenant, attempt, priority }: Submission) {
    const decision = decide(call, { job, queue }, this.#database);
    const { execution: id, tool, parameters, modifiedParameters, session, workspace } = decision;
    const { risk, approval, idempotent, expires } = decision;
    const identity = JSON.stringify([tool, parameters, modifiedParameters, session, workspace]);
    const place = {
      tenant,
      attempt,
      priority,
      last_turn: this.#turns.get(turnKey({ queue, priority, tenant })),
    };
    const judged = { tool, session, risk, approval, idempotent, expires: expires / 1000 };
    const signed = {
      call: this.#database.signer.callDigest(identity),
      decision: signDecision(decision, this.#database),
    };
    return { id, job, ...place, ...judged, ...signed, asked: this.#trail.decisionOf(id) };
  }

  /** What became of a submission: taken, the same call as before, refused, or to be written again. */
  #judge(
    submission: Submission,
    call: string | undefined,
    row: SubmittedRow,
  ): "taken" | "known" | "refused" | "again" {
    const { queue } = submission;
    const refuse = (reason: string): "refused" => {
      submission.call.settle({ type: "rejected", reason });
      return "refused";
    };
    if (row.turn !== null) this.#remember(submission, row.turn);
    // A statement whose answer was lost has done its work all the same.
    if (row.turn !== null || row.taken_job === submission.job) return "taken";
    if (row.is_closed) return refuse(`The queue '${queue}' is being drained and takes no calls.`);
    if (!row.has_room) return refuse(`The queue '${queue}' is full: \`maxQueueLength\` calls wait in it.`);
    if (row.taken_job === null) return "again";
    if (row.taken_call !== call) {
      return refuse(`Another call has the execution id '${submission.call.executionId}' already.`);
    }
    submission.job = row.taken_job;
    return "known";
  }

  #remember(submission: Submission, turn: string): void {
    this.#turns.delete(turnKey(submission));
    this.#turns.set(turnKey(submission), turn);
    const [oldest = ""] = this.#turns.keys();
    if (this.#turns.size > maxTurns) this.#turns.delete(oldest);
  }
}

function turnKey({ queue, priority, tenant }: SubmissionPlace): string {
  return `${queue}\n${priority}\n${tenant}`;
}

function withdrawal({ call, job }: Submission) {
  return { id: call.executionId, job, status: call.remainingMs() <= 0 ? "timedOut" : "cancelled" };
}
