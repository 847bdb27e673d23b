import type { ApprovalDecision, ApprovalStore, PendingApproval } from "@toolkiln/runtime";
import { QueueDatabase, type QueueConnection } from "../database/queue-database.js";

/**
 * Stores pending approvals in PostgreSQL, so that any process can resume a call. Parameters are stored unmasked. Requests
 * and decisions are audited in the same transactions.
 */
export class PostgresApprovalStore implements ApprovalStore {
  readonly #database: QueueDatabase;

  constructor(connection: QueueConnection) {
    this.#database = new QueueDatabase(connection, 2);
  }

  async put(pending: PendingApproval): Promise<void> {
    const { own } = this.#database.schemas;
    const { id, toolId, executionId, summary, risk, expiresAt, scope } = pending;
    const record = JSON.stringify({ type: "requested", approval: id, toolId, summary, risk });
    await this.#database.query({
      text: `with put as (insert into ${own}.approval (id, execution, tool_call, expires_at, pending)
          values ($1, $2, $3, to_timestamp($4), $5) returning execution)
        insert into ${own}.audit (execution, record) select execution, $6 from put`,
      values: [id, executionId, scope.toolCallId, expiresAt / 1000, JSON.stringify(pending), record],
    });
  }

  async take(id: string, answer?: ApprovalDecision): Promise<PendingApproval | undefined> {
    const { own } = this.#database.schemas;
    // Omits the parameters of an edit, which may be sensitive; the executor's own record masks them.
    const reason = answer?.decision === "deny" ? answer.reason : undefined;
    const record = { type: "taken", approval: id, answer: answer?.decision, reason };
    const [row] = await this.#database.query<{ readonly pending: string }>({
      text: `with taken as (delete from ${own}.approval where id = $1 returning execution, pending),
          audited as (insert into ${own}.audit (execution, record) select execution, $2 from taken)
        select pending from taken`,
      values: [id, JSON.stringify(record)],
    });
    return row && readPending(row);
  }

  async get(call: Parameters<ApprovalStore["get"]>[0] = {}): Promise<readonly PendingApproval[]> {
    const rows = await this.#database.query<{ readonly pending: string }>({
      text: `select pending from ${this.#database.schemas.own}.approval where expires_at > clock_timestamp()
        and ($1::text is null or execution = $1) and ($2::text is null or tool_call = $2) order by expires_at`,
      values: [call.executionId, call.toolCallId],
    });
    return rows.map(readPending);
  }

  list(): Promise<readonly PendingApproval[]> {
    return this.get();
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Parses what `put` wrote; the executor's digests detect changes. */
function readPending({ pending }: { readonly pending: string }): PendingApproval {
  return JSON.parse(pending) as PendingApproval;
}
