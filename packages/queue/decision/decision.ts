import type { ApprovalState, ExecuteOptions, ExecutionJob, RiskLevel, Span } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";

/** An execution and the one job that may carry the decision about it. */
export interface JobPlace {
  readonly execution: string;
  readonly job: string;
  readonly queue: string;
}

/** What a submitter decided about a call: all that a worker acts on. Injected values and services are not part of it. */
export interface Decision extends JobPlace {
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
  /** The server's time in milliseconds since the epoch, of the decision and of its end. */
  readonly issued: number;
  readonly expires: number;
}

/** Decides that a call may run as the given job. */
export function decide(call: ExecutionJob, job: string, queue: string, database: QueueDatabase): Decision {
  const { executionId: execution, toolId: tool, contract, parameters, modifiedParameters } = call;
  const { isApproved, approval, idempotent, claims = [], sessionId, workspacePath, metadata } = call;
  if (contract === undefined) throw new TypeError(`The call of '${tool}' has no contract.`);
  const { risk = contract.spec.risk } = call;
  const injected = contract.spec.inject?.map(({ parameter }) => parameter) ?? [];
  const place = call.span?.spanContext?.();
  const issued = database.now();
  const judged = { execution, job, queue, tool, isApproved, approval, risk, idempotent, claims, issued };
  return {
    ...judged,
    expires: issued + call.remainingMs(),
    contract: database.signer.contractDigest(contract),
    parameters: without(injected, parameters),
    ...(modifiedParameters !== undefined && { modifiedParameters: without(injected, modifiedParameters) }),
    scope: {
      ...(sessionId !== undefined && { sessionId }),
      ...(workspacePath !== undefined && { workspacePath }),
      ...(metadata !== undefined && { metadata }),
    },
    span: place && { traceId: place.traceId, spanId: place.spanId, traceFlags: place.traceFlags },
  };
}

export function signDecision(decision: Decision, { signer }: QueueDatabase): string {
  return signer.sign("decision", JSON.stringify(decision));
}

/** The decision that was signed; undefined when it was changed or signed with another key. */
export function openDecision(signed: string | null, { signer }: QueueDatabase): Decision | undefined {
  const text = signer.verify("decision", signed);
  // What the key signed is what `signDecision` wrote.
  return text === undefined ? undefined : (JSON.parse(text) as Decision);
}

/** The decision that a job carries, or why it is refused. */
export function readDecision(
  found: JobPlace & { readonly decision: string | null },
  database: QueueDatabase,
): Decision | string {
  const decision = openDecision(found.decision, database);
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
