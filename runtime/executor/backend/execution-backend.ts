import type { ToolProgress } from "../../context/tool-progress.js";
import type { AnyToolContract } from "../../tool/contract-types.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ResourceClaim } from "../locks/resource-claim.js";
import type { Span } from "../observe/tracer.js";
import type { ApprovalState } from "../tool-execution.js";

/** How a run came out, as the backend saw it. */
export type RunOutcome =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly thrown: unknown }
  /** The backend did not take the job. */
  | { readonly type: "rejected"; readonly reason: string }
  /** Whether the tool ran is not known: the worker was lost. */
  | { readonly type: "unknown"; readonly reason: string };

/**
 * A call that is validated, approved and ready to run.
 *
 * The plain fields are all that a backend in another process needs to send; `run` is for one in this process.
 */
export interface ExecutionJob {
  readonly toolId: string;
  readonly executionId: string;
  readonly parameters: unknown;
  /** The parameters as an approver changed them; they replace `parameters`. */
  readonly modifiedParameters?: unknown;
  readonly isApproved: boolean;
  /** The contract that the call was judged by; a decision that leaves the process is bound to it. */
  readonly contract?: AnyToolContract | undefined;
  readonly risk?: RiskLevel | undefined;
  readonly approval: ApprovalState;
  /** The span of the call, for spans of other processes to join. */
  readonly span?: Span | undefined;
  readonly sessionId?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What the call must have for itself, or share, while it runs. */
  readonly claims?: readonly ResourceClaim[] | undefined;
  /** The running job whose tool made this call; it runs in that one's slot and beside what that one holds. */
  readonly parent?: ExecutionJob | undefined;
  /** Whether the job may be run again when it is unknown how far it came. */
  readonly idempotent: boolean;
  /** Milliseconds that are left for waiting and running together. */
  remainingMs(): number;
  /** Runs the implementation here. May return, reject or throw. */
  run(): unknown;
  /** Notes that the tool has begun to run in another process. */
  began(): void;
  report(progress: ToolProgress): void;
  /** The backend's own note on the job, so that it needs no table of what it holds. */
  backendNote: unknown;
  /** Reports the outcome; only the first report counts. What a tool throws after its call has ended is logged. */
  settle(outcome: RunOutcome): void;
}

/** What a backend runs and holds at the moment. */
export interface BackendActivity {
  /** Jobs that run. */
  readonly running: number;
  /** Jobs that wait for a slot or a resource. */
  readonly waiting: number;
  /** Implementations that still run although their calls have ended. */
  readonly abandoned: number;
}

/**
 * Where and when jobs run. The executor decides whether a call may run, watches its deadline and its caller's
 * signal, and judges what it returned; a backend waits for a free slot and for the claimed resources, and runs.
 */
export interface ExecutionBackend {
  /** Takes a job; it answers through the job's `settle`. Must not throw. */
  submit(job: ExecutionJob): void;
  /** The job was cancelled or its time is up: leave the queue, free the slot and what it claimed. */
  withdraw(job: ExecutionJob): void;
  /** What the backend runs and holds, where it knows. */
  readonly activity?: BackendActivity;
  /** Gives up what the backend holds. */
  dispose(): Promise<void>;
}
