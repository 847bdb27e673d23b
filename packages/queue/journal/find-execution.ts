import type { ApprovalState, RiskLevel, ToolExecutionStatus, ToolResult } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";
import { resultOf } from "../decision/outcome.js";
import type { QueueSigner } from "../decision/queue-signer.js";
import { outcomeOf, type EndedRow } from "../submit/result-reader.js";

/** What the journal knows of an execution. */
export interface QueuedExecution {
  readonly executionId: string;
  readonly toolId: string;
  readonly toolset: string;
  readonly sessionId?: string;
  readonly status: "queued" | "running" | ToolExecutionStatus;
  readonly risk: RiskLevel;
  readonly approval: ApprovalState;
  readonly idempotent: boolean;
  readonly attempt: number;
  /** The worker that runs it or ran it. */
  readonly worker?: string;
  readonly reason?: string;
  readonly queuedAt: Date;
  readonly startedAt?: Date;
  readonly finishedAt?: Date;
  /** What it came to, as the tool returned it; absent while it waits or runs. */
  readonly result?: ToolResult;
}

interface ExecutionRow extends EndedRow {
  readonly queue: string;
  readonly tool: string;
  readonly session: string | null;
  readonly status: QueuedExecution["status"];
  readonly risk: RiskLevel;
  readonly approval: ApprovalState;
  readonly idempotent: boolean;
  readonly attempt: number;
  readonly worker: string | null;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** Looks an execution up in the journal. */
export async function findExecution(
  database: QueueDatabase,
  signer: QueueSigner,
  executionId: string,
): Promise<QueuedExecution | undefined> {
  const [row] = await database.query<ExecutionRow>({
    text: `select * from ${database.schemas.own}.execution where id = $1`,
    values: [executionId],
  });
  if (row === undefined) return undefined;
  const { id, tool, queue, status, risk, approval, idempotent, attempt } = row;
  return {
    executionId: id,
    toolId: tool,
    toolset: queue,
    ...(row.session !== null && { sessionId: row.session }),
    status,
    risk,
    approval,
    idempotent,
    attempt,
    ...(row.worker !== null && { worker: row.worker }),
    ...(row.reason !== null && { reason: row.reason }),
    queuedAt: row.queued_at,
    ...(row.started_at !== null && { startedAt: row.started_at }),
    ...(row.finished_at !== null && {
      finishedAt: row.finished_at,
      result: resultOf(outcomeOf(row, signer)),
    }),
  };
}
