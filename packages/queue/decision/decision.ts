import type { ApprovalState, ExecutionJob, ResourceClaim, RiskLevel, Span } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { QueueDatabase } from "../database/queue-database.js";

/** Where a span of another process belongs. */
export type SpanPlace = ReturnType<NonNullable<Span["spanContext"]>>;

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
  readonly session?: string | undefined;
  readonly workspace?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly span?: SpanPlace | undefined;
  /** The server's time in milliseconds since the epoch, of the decision and of its end. */
  readonly issued: number;
  readonly expires: number;
}

/** A job row as a worker found it. */
export interface FoundJob extends Pick<Decision, "execution" | "job" | "queue"> {
  readonly decision: string | null;
}

const purpose = "decision";

/** The decision about a call that may run, for the job that carries it. */
export function decide(
  call: ExecutionJob,
  job: Pick<Decision, "job" | "queue">,
  database: QueueDatabase,
): Decision {
  const { contract, modifiedParameters } = call;
  if (contract === undefined) throw new TypeError(`The call of '${call.toolId}' has no contract.`);
  const injected = contract.spec.inject?.map(({ parameter }) => parameter) ?? [];
  const place = call.span?.spanContext?.();
  const issued = database.now();
  return {
    execution: call.executionId,
    ...job,
    tool: call.toolId,
    contract: database.signer.contractDigest(contract),
    parameters: without(injected, call.parameters),
    ...(modifiedParameters !== undefined && { modifiedParameters: without(injected, modifiedParameters) }),
    isApproved: call.isApproved,
    approval: call.approval,
    risk: call.risk ?? contract.spec.risk,
    idempotent: call.idempotent,
    claims: call.claims ?? [],
    session: call.sessionId,
    workspace: call.workspacePath,
    metadata: call.metadata,
    span: place && { traceId: place.traceId, spanId: place.spanId, traceFlags: place.traceFlags },
    issued,
    expires: issued + call.remainingMs(),
  };
}

/** A decision as it is written into the tables. */
export function signDecision(decision: Decision, { signer }: QueueDatabase): string {
  return signer.sign(purpose, JSON.stringify(decision));
}

/** The decision that was signed; undefined when it was changed or signed with another key. */
export function openDecision(signed: string | null, { signer }: QueueDatabase): Decision | undefined {
  const text = signed === null ? undefined : signer.verify(purpose, signed);
  // What the key signed is what `signDecision` wrote.
  return text === undefined ? undefined : (JSON.parse(text) as Decision);
}

/** The decision that a job row carries, or why it is refused. */
export function readDecision(found: FoundJob, database: QueueDatabase): Decision | string {
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
