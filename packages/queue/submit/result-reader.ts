import { Batches } from "../database/batches.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { outcomeOf, type EndedRow } from "../decision/outcome.js";
import type { QueueCounter } from "../journal/queue-counter.js";
import type { Submission } from "./submission.js";

/** Reads the results of awaited calls and hands them over. */
export class ResultReader {
  readonly #database: QueueDatabase;
  readonly #awaited: Map<string, Submission>;
  readonly #counter: QueueCounter;
  readonly #jobs: Batches<string>;

  constructor(database: QueueDatabase, awaited: Map<string, Submission>, counter: QueueCounter) {
    this.#database = database;
    this.#awaited = awaited;
    this.#counter = counter;
    const failed = (error: unknown): boolean => {
      database.warn("Reading results", error);
      // All that are awaited are looked at again soon.
      return false;
    };
    this.#jobs = new Batches({ max: 200, write: (jobs) => this.#read(jobs), failed });
  }

  /** Looks whether these jobs have ended; whether any has that is awaited unless told. */
  look(jobs: Iterable<string> = this.#awaited.keys()): void {
    this.#jobs.add([...jobs].filter((job) => this.#awaited.has(job)));
  }

  /** Reads the notification that jobs have ended; outcomes in it are signed like those in the tables. */
  ended(payload: string): void {
    // What workers and the trigger send; anybody else's is not signed.
    const jobs = JSON.parse(payload) as readonly (readonly [job: string, outcome?: string])[];
    this.look(jobs.filter(([, outcome]) => outcome === undefined).map(([job]) => job));
    for (const [job, outcome] of jobs) {
      const submission = this.#awaited.get(job);
      if (submission === undefined || outcome === undefined) continue;
      this.#settle(submission, {
        execution: submission.call.executionId,
        job,
        status: "completed",
        reason: null,
        outcome,
      });
    }
  }

  #settle(submission: Submission, row: EndedRow): void {
    this.#awaited.delete(row.job);
    const outcome = outcomeOf(row, this.#database.signer);
    this.#counter.ended(outcome.type, submission.startTime);
    submission.call.settle(outcome);
  }

  async #read(jobs: readonly string[]): Promise<void> {
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<EndedRow>({
      name: `results ${own}`,
      text: `select id as execution, job, status, reason, outcome from ${own}.execution
        where id = any($1::text[]) and finished_at is not null`,
      values: [jobs.map((job) => this.#awaited.get(job)?.call.executionId ?? "")],
    });
    for (const row of rows) {
      const submission = this.#awaited.get(row.job);
      // The worker's deadline is the caller's: the executor ends such a call by itself.
      const endsItself = row.status === "timedOut" && (submission?.call.remainingMs() ?? 0) > 0;
      if (submission !== undefined && !endsItself) this.#settle(submission, row);
    }
  }
}
