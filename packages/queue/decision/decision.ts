import type { ApprovalState, ExecutionJob, ResourceClaim, RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueSigner } from "./queue-signer.js";

/** Where a span of another process belongs. */
export interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** What a submitter decided about a call: all that a worker acts on. Injected values and services are not part of it. */
export interface Decision {
  readonly execution: string;
  /** The id of the one job that may carry it. */
  readonly job: string;
  readonly queue: string;
  readonly tool: string;
  readonly contract: string;
  readonly parameters: unknown;
  readonly modifiedParameters?: unknown;
  readonly isApproved: boolean;
  readonly approval: ApprovalState;
  readonly risk: RiskLevel;
  readonly idempotent: boolean;
  readonly claims: readonly ResourceClaim[];
  readonly session?: string;
  readonly workspace?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly span?: SpanPlace;
  /** The server's time in milliseconds since the epoch, of the decision and of its end. */
  readonly issued: number;
  readonly expires: number;
}

/** A job row as a worker found it. */
export interface FoundJob {
  readonly execution: string;
  readonly job: string;
  readonly queue: string;
  readonly decision: string | null;
}

const purpose = "decision";

/** Where a decision about a call is sent. */
export interface Destination {
  readonly job: string;
  readonly queue: string;
  readonly now: number;
}

/** The decision about a call that may run. */
export function decide(call: ExecutionJob, signer: QueueSigner, { job, queue, now }: Destination): Decision {
  const { contract, sessionId, workspacePath, metadata, modifiedParameters } = call;
  if (contract === undefined) throw new TypeError(`The call of '${call.toolId}' has no contract.`);
  const injected = new Set(contract.spec.inject?.map(({ parameter }) => parameter));
  const place = call.span?.spanContext?.();
  return {
    execution: call.executionId,
    job,
    queue,
    tool: call.toolId,
    contract: signer.contractDigest(contract),
    parameters: without(injected, call.parameters),
    ...(modifiedParameters !== undefined && { modifiedParameters: without(injected, modifiedParameters) }),
    isApproved: call.isApproved,
    approval: call.approval,
    risk: call.risk ?? contract.spec.risk,
    idempotent: call.idempotent,
    claims: call.claims ?? [],
    ...(sessionId !== undefined && { session: sessionId }),
    ...(workspacePath !== undefined && { workspace: workspacePath }),
    ...(metadata !== undefined && { metadata }),
    ...(place !== undefined && {
      span: { traceId: place.traceId, spanId: place.spanId, traceFlags: place.traceFlags },
    }),
    issued: now,
    expires: now + call.remainingMs(),
  };
}

/** A decision as it is written into the tables. */
export function signDecision(decision: Decision, signer: QueueSigner): string {
  return signer.sign(purpose, JSON.stringify(decision));
}

/** The decision that a job row carries, or why it is refused. */
export function readDecision(found: FoundJob, signer: QueueSigner, now: number): Decision | string {
  const text = found.decision === null ? undefined : signer.verify(purpose, found.decision);
  if (text === undefined) return "The decision is missing, was changed or was signed with another key.";
  // What the key signed is what `signDecision` wrote.
  const decision = JSON.parse(text) as Decision;
  const { execution, job, queue, expires } = decision;
  if (execution !== found.execution || job !== found.job || queue !== found.queue) {
    return "The decision belongs to another job.";
  }
  return now >= expires ? "The decision has expired." : decision;
}

function without(injected: ReadonlySet<string>, parameters: unknown): unknown {
  if (injected.size === 0 || !isRecord(parameters)) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !injected.has(name)));
}
