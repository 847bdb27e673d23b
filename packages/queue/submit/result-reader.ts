import { ToolResult, type RunOutcome } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";
import { readOutcome } from "../decision/outcome.js";
import type { QueueSigner } from "../decision/queue-signer.js";
import type { QueueCounter } from "../journal/queue-counter.js";
import type { Submission } from "./submission.js";

/** Results that are read at once. */
const maxRead = 200;

/** How an execution ended, as its row says. */
export interface EndedRow {
  readonly id: string;
  readonly job: string;
  readonly status: string;
  readonly reason: string | null;
  readonly outcome: string | null;
}

/** Reads the results of awaited calls and hands them over. */
export class ResultReader {
  readonly #database: QueueDatabase;
  readonly #signer: QueueSigner;
  readonly #awaited: Map<string, Submission>;
  readonly #counter: QueueCounter;
  readonly #wanted = new Set<string>();
  #isReading = false;

  constructor(
    database: QueueDatabase,
    signer: QueueSigner,
    awaited: Map<string, Submission>,
    counter: QueueCounter,
  ) {
    this.#database = database;
    this.#signer = signer;
    this.#awaited = awaited;
    this.#counter = counter;
  }

  /** Looks whether these jobs have ended. */
  look(jobs: Iterable<string>): void {
    for (const job of jobs) if (this.#awaited.has(job)) this.#wanted.add(job);
    if (this.#wanted.size === 0 || this.#isReading) return;
    this.#isReading = true;
    this.#read()
      // Those that are still awaited are looked for again soon.
      .catch((error: unknown) => this.#database.warn("Reading results", error))
      .finally(() => {
        this.#isReading = false;
        if (this.#wanted.size > 0) this.look([]);
      });
  }

  async #read(): Promise<void> {
    const jobs = [...this.#wanted].slice(0, maxRead);
    for (const job of jobs) this.#wanted.delete(job);
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<EndedRow>({
      name: `results ${own}`,
      text: `select id, job, status, reason, outcome from ${own}.execution
        where id = any($1::text[]) and finished_at is not null`,
      values: [jobs.map((job) => this.#awaited.get(job)?.call.executionId ?? "")],
    });
    for (const row of rows) {
      const submission = this.#awaited.get(row.job);
      if (submission === undefined) continue;
      // The worker's deadline is the caller's: the executor ends the call by itself.
      if (row.status === "timedOut" && submission.call.remainingMs() > 0) continue;
      this.#awaited.delete(row.job);
      const outcome = outcomeOf(row, this.#signer);
      this.#counter.ended(outcome.type, performance.now() - submission.startTime);
      submission.call.settle(outcome);
    }
  }
}

/** The outcome that a row of an ended execution stands for. */
export function outcomeOf(row: EndedRow, signer: QueueSigner): RunOutcome {
  const { id: execution, job, status, reason } = row;
  switch (status) {
    case "completed":
    case "failed":
    case "denied":
      return readOutcome(row.outcome, { execution, job }, signer);
    case "cancelled":
      return { type: "returned", value: ToolResult.cancelled("The call was cancelled in the queue.") };
    case "timedOut":
      return { type: "returned", value: ToolResult.failed("The call timed out.", "Timeout") };
    default:
      return {
        type: "unknown",
        reason: `The worker was lost (${reason ?? "no reason is known"}): whether the tool ran is unknown.`,
      };
  }
}
