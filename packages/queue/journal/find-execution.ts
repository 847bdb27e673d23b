import type { ApprovalState, RiskLevel, ToolExecutionStatus, ToolResult } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";
import { outcomeOf, resultOf } from "../decision/outcome.js";

/** What the journal knows of an execution. */
export interface QueuedExecution {
  readonly executionId: string;
  readonly toolId: string;
  readonly toolset: string;
  readonly sessionId: string | null;
  readonly status: "queued" | "running" | ToolExecutionStatus;
  /** Why it ended without a result. */
  readonly reason: string | null;
  readonly risk: RiskLevel;
  readonly approval: ApprovalState;
  readonly idempotent: boolean;
  readonly attempt: number;
  /** The worker that runs it or ran it. */
  readonly worker: string | null;
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** What it came to, as the tool returned it; absent while it waits or runs. */
  readonly result?: ToolResult;
}

/** A row with the columns that only the result is made of. */
interface ExecutionRow extends QueuedExecution {
  readonly job: string;
  readonly outcome: string | null;
}

/** Looks an execution up in the journal. */
export async function findExecution(
  database: QueueDatabase,
  executionId: string,
): Promise<QueuedExecution | undefined> {
  const [row] = await database.query<ExecutionRow>({
    text: `select id as "executionId", tool as "toolId", queue as toolset, session as "sessionId", status, reason, risk,
        approval, idempotent, attempt, worker, queued_at as "queuedAt", started_at as "startedAt",
        finished_at as "finishedAt", job, outcome
      from ${database.schemas.own}.execution where id = $1`,
    values: [executionId],
  });
  if (row === undefined) return undefined;
  const { job, outcome, ...execution } = row;
  if (execution.finishedAt === null) return execution;
  const { status, reason } = execution;
  const ended = { execution: executionId, job, status, reason, outcome };
  return { ...execution, result: resultOf(outcomeOf(ended, database.signer)) };
}
