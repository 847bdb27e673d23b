import type { AuditRecord } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";

/** Records that are kept while the database is away; the oldest are given up first. */
const maxKept = 10_000;

/** Audit records on their way into the tables. */
export class AuditTrail {
  /** Decisions that let a call run, by execution: they are written with the call. */
  readonly #decisions = new Map<string, string>();
  #records: AuditRecord[] = [];

  /** How many records wait to be written by themselves. */
  get size(): number {
    return this.#records.length;
  }

  /** Takes a record; whether it is to be written by itself. */
  add(record: AuditRecord): boolean {
    if (record.type === "decision" && /^(?:allowed|approved|edited)$/.test(record.decision)) {
      this.#decisions.set(record.executionId, JSON.stringify(record));
      return false;
    }
    this.#decisions.delete(record.executionId);
    this.#records.push(record);
    if (this.#records.length > maxKept) this.#records.shift();
    return true;
  }

  /** The decision that let a call run, for the transaction that submits it. */
  decisionOf(executionId: string): string | undefined {
    return this.#decisions.get(executionId);
  }

  /** Writes the records that wait. */
  async write(database: QueueDatabase): Promise<void> {
    const records = this.#records.slice(0, 500);
    if (records.length === 0) return;
    await database.query({
      text: `insert into ${database.schemas.own}.audit (execution, at, record)
        select execution, to_timestamp(at), record
        from unnest($1::text[], $2::float8[], $3::text[]) as r (execution, at, record)`,
      values: [
        records.map(({ executionId }) => executionId.replaceAll("\0", "")),
        records.map(({ at }) => at / 1000),
        records.map((record) => JSON.stringify(record)),
      ],
    });
    this.#records = this.#records.slice(records.length);
  }
}
