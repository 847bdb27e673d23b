import type { ToolProgress } from "../../context/tool-progress.js";
import type { AnyToolContract } from "../../tool/tool-contract.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ResourceClaim } from "../locks/resource-claim.js";
import type { Span } from "../observe/tracer.js";
import type { ApprovalState } from "../tool-execution.js";

/** The outcome of a run in the backend. */
export type RunOutcome =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly thrown: unknown }
  /** The backend rejected the job. */
  | { readonly type: "rejected"; readonly reason: string }
  /** The worker was lost; whether the tool ran is unknown. */
  | { readonly type: "unknown"; readonly reason: string };

/**
 * A call that is validated, approved and ready to run.
 *
 * Backends that use other processes send them only the plain fields; `run` runs the job in this process.
 */
export interface ExecutionJob {
  readonly toolId: string;
  readonly executionId: string;
  readonly parameters: unknown;
  /** The parameters as edited by the approver; they replace `parameters`. */
  readonly modifiedParameters?: unknown;
  readonly isApproved: boolean;
  /** The contract that validated the call; decisions sent to other processes are bound to it. */
  readonly contract?: AnyToolContract | undefined;
  readonly risk?: RiskLevel | undefined;
  readonly approval: ApprovalState;
  /** The call's span; the parent of spans in other processes. */
  readonly span?: Span | undefined;
  readonly sessionId?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Resources that the call locks, shared or exclusive. */
  readonly claims?: readonly ResourceClaim[] | undefined;
  /** The job that made this nested call. The nested call runs in that job's slot and ignores that job's locks. */
  readonly parent?: ExecutionJob | undefined;
  /** Whether the job may be retried when its outcome is unknown. */
  readonly idempotent: boolean;
  /** Milliseconds left for queueing and running together. */
  remainingMs(): number;
  /** Runs the implementation here. May return, reject or throw. */
  run(): unknown;
  /** Records that the tool has started in another process. */
  began(): void;
  report(progress: ToolProgress): void;
  /** The backend's private data for the job, so that it needs no lookup table. */
  backendState: unknown;
  /** Reports the outcome; only the first report counts. What a tool throws after its call has ended is logged. */
  settle(outcome: RunOutcome): void;
}

/** The current jobs of a backend. */
export interface BackendActivity {
  readonly running: number;
  /** Jobs that wait for a slot or a resource. */
  readonly waiting: number;
  /** Implementations that still run although their calls have ended. */
  readonly abandoned: number;
}

/**
 * Where and when jobs run. The executor decides whether a call may run, enforces its deadline and abort signal, and
 * validates its result; a backend waits for a free slot and the claimed resources, then runs the job.
 */
export interface ExecutionBackend {
  /** Accepts a job; reports through the job's `settle`. Must not throw. */
  submit(job: ExecutionJob): void;
  /** The job was cancelled or timed out: dequeue it, free its slot and its claims. */
  withdraw(job: ExecutionJob): void;
  /** The current jobs, if the backend knows. */
  readonly activity?: BackendActivity;
  dispose(): Promise<void>;
}
