import type { ApprovalState, ExecuteOptions, ExecutionJob, RiskLevel, Span } from "@toolkiln/runtime";
import { isRecord, presentFields } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";

/** Identifies a job, its queue and its execution. */
export interface JobRef {
  readonly execution: string;
  readonly job: string;
  readonly queue: string;
}

/** A submitter's decision about a call: everything a worker acts on. Injected values and services are not part of it. */
export interface Decision extends JobRef {
  readonly tool: string;
  readonly contract: string;
  readonly parameters: unknown;
  readonly modifiedParameters?: unknown;
  readonly isApproved: boolean;
  readonly approval: ApprovalState;
  readonly risk: RiskLevel;
  readonly idempotent: boolean;
  readonly claims: NonNullable<ExecutionJob["claims"]>;
  readonly scope: Pick<ExecuteOptions, "sessionId" | "workspacePath" | "metadata">;
  /** The submitter's span. */
  readonly span?: ReturnType<NonNullable<Span["spanContext"]>> | undefined;
  /** When the decision was made and when it expires, in milliseconds since the epoch by the database's clock. */
  readonly issued: number;
  readonly expires: number;
}

/** Creates the decision that a call may run as the given job. */
export function decide(call: ExecutionJob, job: string, queue: string, database: QueueDatabase): Decision {
  const { executionId: execution, toolId: tool, contract, parameters, modifiedParameters } = call;
  const { isApproved, approval, idempotent, claims = [], sessionId, workspacePath, metadata } = call;
  if (contract === undefined) throw new TypeError(`The call of '${tool}' has no contract.`);
  const { risk = contract.spec.risk } = call;
  const injected = contract.spec.inject?.map(({ parameter }) => parameter) ?? [];
  const parent = call.span?.spanContext?.();
  const issued = database.now();
  const fields = { execution, job, queue, tool, isApproved, approval, risk, idempotent, claims, issued };
  return {
    ...fields,
    expires: issued + call.remainingMs(),
    contract: database.signer.contractDigest(contract),
    parameters: without(injected, parameters),
    ...(modifiedParameters !== undefined && { modifiedParameters: without(injected, modifiedParameters) }),
    scope: presentFields({ sessionId, workspacePath, metadata }),
    span: parent && { traceId: parent.traceId, spanId: parent.spanId, traceFlags: parent.traceFlags },
  };
}

export function signDecision(decision: Decision, { signer }: QueueDatabase): string {
  return signer.sign("decision", JSON.stringify(decision));
}

/** Verifies a signed decision; undefined when it was changed or signed with another key. */
export function verifyDecision(signed: string | null, { signer }: QueueDatabase): Decision | undefined {
  const text = signer.verify("decision", signed);
  // A valid signature proves that `signDecision` wrote it.
  return text === undefined ? undefined : (JSON.parse(text) as Decision);
}

/** Returns the verified decision of a job, or the reason to reject it. */
export function readDecision(
  found: JobRef & { readonly decision: string | null },
  database: QueueDatabase,
): Decision | string {
  const decision = verifyDecision(found.decision, database);
  if (decision === undefined) return "The decision is missing, was changed or was signed with another key.";
  const { execution, job, queue, expires } = decision;
  if (execution !== found.execution || job !== found.job || queue !== found.queue) {
    return "The decision belongs to another job.";
  }
  return database.now() >= expires ? "The decision has expired." : decision;
}

function without(injected: readonly string[], parameters: unknown): unknown {
  if (injected.length === 0 || !isRecord(parameters)) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !injected.includes(name)));
}
