import type { RiskLevel } from "../../tool/risk-level.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ApprovalDecision } from "./approval.js";

/** A call that waits for approval; plain JSON data, sensitive values included. */
export interface PendingApproval {
  readonly id: string;
  readonly toolId: string;
  readonly executionId: string;
  /** The validated input, without what the application supplies. */
  readonly input: unknown;
  /** One line for the approver: what the call will do. */
  readonly summary: string;
  /** The risk that the approver is shown. */
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly scope: ApprovalScope;
  /** What the executor recognises the call by; only holders of its key can compute them. */
  readonly digests: PendingDigests;
}

/** What a call that waits for approval needs again to run in another process. */
export interface ApprovalScope {
  readonly sessionId?: string;
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Keyed digests of what was requested, what was shown and by which tool. */
export interface PendingDigests {
  /** The call as its caller made it: the tool, the input, the session and the place. */
  readonly call: string;
  readonly contract: string;
  readonly params: string;
}

/** Which calls are meant: those that have every id that is given. */
export interface PendingCall {
  readonly executionId?: string;
  /** The id that the model gave the call. Some models count from zero, so that several calls can have the same. */
  readonly toolCallId?: string;
}

/** Keeps calls that wait for approval. */
export interface ApprovalStore {
  put(pending: PendingApproval): MaybePromise<void>;
  /**
   * Hands a call out and forgets it. Of several takers, in whatever processes, exactly one gets it. The decision is for
   * stores that record it together with that.
   */
  take(id: string, decision?: ApprovalDecision): MaybePromise<PendingApproval | undefined>;
  /** The calls with these ids that still wait, in the order of `list`; all of them stay. */
  get(call: PendingCall): MaybePromise<readonly PendingApproval[]>;
  /** Every call that still waits and has not expired, the one that expires first at the beginning. */
  list(): MaybePromise<readonly PendingApproval[]>;
}

/** Calls that may wait for approval in memory at once. */
const capacity = 10_000;

/** Keeps pending approvals in this process. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #pending = new Map<string, PendingApproval>();

  /** How many calls wait. */
  get size(): number {
    return this.#pending.size;
  }

  put(pending: PendingApproval): void {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.#pending) {
      // Lifetimes hardly differ, so the oldest expire first.
      if (expiresAt > now) break;
      this.#pending.delete(id);
    }
    if (this.#pending.size >= capacity) throw new Error(`More than ${capacity} calls wait for approval.`);
    this.#pending.set(pending.id, pending);
  }

  take(id: string): PendingApproval | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  get(call: PendingCall): readonly PendingApproval[] {
    return selectPending(this.#pending.values(), call);
  }

  list(): readonly PendingApproval[] {
    return selectPending(this.#pending.values());
  }
}

/** The calls with the given ids that have not expired, in the order in which they will; for stores of one's own too. */
export function selectPending(
  all: Iterable<PendingApproval>,
  { executionId, toolCallId }: PendingCall = {},
): readonly PendingApproval[] {
  const now = Date.now();
  return [...all]
    .filter(
      (pending) =>
        pending.expiresAt > now &&
        (executionId === undefined || pending.executionId === executionId) &&
        (toolCallId === undefined || pending.scope.toolCallId === toolCallId),
    )
    .toSorted((a, b) => a.expiresAt - b.expiresAt);
}
