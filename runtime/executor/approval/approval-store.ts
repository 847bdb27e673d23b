import type { RiskLevel } from "../../tool/risk-level.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ApprovalDecision } from "./approval.js";

/** A pending call as plain JSON data, including sensitive values. */
export interface PendingApproval {
  readonly id: string;
  readonly toolId: string;
  readonly executionId: string;
  /** The valid input before transforms; nothing injected. */
  readonly input: unknown;
  readonly summary: string;
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly scope: ApprovalScope;
  /** Identify the call; only holders of the executor's key can compute them. */
  readonly digests: PendingDigests;
}

/** The options that another process needs to run a pending call. */
export interface ApprovalScope {
  readonly sessionId?: string;
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** HMAC digests of the call, the contract and the parameters. */
export interface PendingDigests {
  /** The original call: tool, input, ids, workspace and metadata. */
  readonly call: string;
  readonly contract: string;
  readonly params: string;
}

/** Selects pending calls that match every given id. */
export interface PendingFilter {
  readonly executionId?: string;
  /** The model's id for the call. Not unique: some models count from zero. */
  readonly toolCallId?: string;
}

/** Keeps calls that wait for approval. */
export interface ApprovalStore {
  put(pending: PendingApproval): MaybePromise<void>;
  /**
   * Returns a call and removes it. If several processes take the same id, exactly one gets the call. Stores may
   * record the decision.
   */
  take(id: string, decision?: ApprovalDecision): MaybePromise<PendingApproval | undefined>;
  /** Pending calls with these ids, in the order of `list`. Removes nothing. */
  get(call: PendingFilter): MaybePromise<readonly PendingApproval[]>;
  /** All pending calls that have not expired, earliest expiry first. */
  list(): MaybePromise<readonly PendingApproval[]>;
}

/** Maximum number of pending calls in memory. */
const capacity = 10_000;

/** Keeps pending approvals in memory. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #pending = new Map<string, PendingApproval>();

  get size(): number {
    return this.#pending.size;
  }

  put(pending: PendingApproval): void {
    const now = Date.now();
    for (const [id, { expiresAt }] of this.#pending) {
      // Lifetimes are similar, so the oldest expire first.
      if (expiresAt > now) break;
      this.#pending.delete(id);
    }
    if (this.#pending.size >= capacity)
      throw new Error(`Too many calls are waiting for approval (limit: ${capacity}).`);
    this.#pending.set(pending.id, pending);
  }

  take(id: string): PendingApproval | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  get(call: PendingFilter): readonly PendingApproval[] {
    return selectPending(this.#pending.values(), call);
  }

  list(): readonly PendingApproval[] {
    return selectPending(this.#pending.values());
  }
}

/** Pending calls that match the ids and have not expired, earliest expiry first. Custom stores can use it. */
export function selectPending(
  all: Iterable<PendingApproval>,
  { executionId, toolCallId }: PendingFilter = {},
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
