import type { ApprovalStore, PendingApproval } from "@toolkiln/runtime";
import { QueueDatabase, type QueueConnection } from "../database/queue-database.js";

/**
 * Keeps pending approvals in PostgreSQL, so that any process can resume a call. That an approval was requested, and that
 * it was taken, are audit records of the same transactions.
 *
 * The rows hold the parameters as they are, sensitive ones included.
 */
export class PostgresApprovalStore implements ApprovalStore {
  readonly #connection: QueueConnection;
  #database: Promise<QueueDatabase> | undefined;

  constructor(connection: QueueConnection) {
    this.#connection = connection;
  }

  async put(pending: PendingApproval): Promise<void> {
    const database = await this.#open();
    const { own } = database.schemas;
    const { id, toolId, executionId, summary, risk, expiresAt, scope } = pending;
    const record = { type: "requested", approval: id, toolId, summary, risk };
    await database.query({
      text: `with put as (insert into ${own}.approval (id, execution, tool_call, expires_at, pending)
          values ($1, $2, $3, to_timestamp($4), $5) returning execution)
        insert into ${own}.audit (execution, record) select execution, $6 from put`,
      values: [
        id,
        executionId,
        scope.toolCallId ?? null,
        expiresAt / 1000,
        JSON.stringify(pending),
        JSON.stringify(record),
      ],
    });
  }

  async take(id: string): Promise<PendingApproval | undefined> {
    const database = await this.#open();
    const { own } = database.schemas;
    const [row] = await database.query<PendingRow>({
      text: `with taken as (delete from ${own}.approval where id = $1 returning execution, pending),
          audited as (insert into ${own}.audit (execution, record) select execution, $2 from taken)
        select pending from taken`,
      values: [id, JSON.stringify({ type: "taken", approval: id })],
    });
    return row && readPending(row);
  }

  get({ executionId, toolCallId }: Parameters<ApprovalStore["get"]>[0]): Promise<readonly PendingApproval[]> {
    return this.#select(executionId, toolCallId);
  }

  list(): Promise<readonly PendingApproval[]> {
    return this.#select();
  }

  /** Disconnects. */
  async close(): Promise<void> {
    await (await this.#database)?.close();
  }

  async #select(executionId?: string, toolCallId?: string): Promise<readonly PendingApproval[]> {
    const database = await this.#open();
    const rows = await database.query<PendingRow>({
      text: `select pending from ${database.schemas.own}.approval where expires_at > clock_timestamp()
        and ($1::text is null or execution = $1) and ($2::text is null or tool_call = $2) order by expires_at`,
      values: [executionId ?? null, toolCallId ?? null],
    });
    return rows.map(readPending);
  }

  #open(): Promise<QueueDatabase> {
    this.#database ??= QueueDatabase.open(this.#connection, 2);
    this.#database.catch(() => {
      this.#database = undefined;
    });
    return this.#database;
  }
}

interface PendingRow {
  readonly pending: string;
}

/** What lies in the table is what `put` wrote; the executor's digests tell whether it still is. */
function readPending({ pending }: PendingRow): PendingApproval {
  return JSON.parse(pending) as PendingApproval;
}
