import type { AnyToolContract } from "../../tool/contract-types.js";
import type { ApprovalDecision, ApprovalOptions } from "./approval.js";
import {
  MemoryApprovalStore,
  type ApprovalStore,
  type PendingApproval,
  type ApprovalScope,
} from "./approval-store.js";
import { TokenSigner, type TokenClaims } from "./approval-token.js";
import { canonicalJson } from "./canonical-json.js";

/** A call for which an approval is to be requested. */
export interface ApprovalSubject extends Omit<PendingApproval, "id" | "expiresAt" | "digests"> {
  readonly contract: AnyToolContract;
  /** The input as the caller sent it. */
  readonly sent: unknown;
  /** What the tool would receive, without what the application supplies. */
  readonly params: unknown;
}

/** A token with the time until which it is good. */
export interface IssuedApproval {
  readonly token: string;
  readonly expiresAt: number;
}

/** A token that was accepted: the call that waited, and what the token says of it. */
export interface AcceptedApproval {
  readonly ok: true;
  readonly pending: PendingApproval;
  readonly claims: TokenClaims;
}

/** The outcome of presenting a token: the call that waited, or why there is none. */
export type RedeemedApproval =
  | AcceptedApproval
  | { readonly ok: false; readonly reason: string; readonly toolId?: string };

/** Hands out tokens for calls that wait for approval, and takes each back once. */
export class ApprovalDesk {
  readonly #signer: TokenSigner;
  readonly #store: ApprovalStore;
  readonly #lifetime: number;
  readonly #contractDigests = new WeakMap<AnyToolContract, Promise<string>>();

  constructor(options: ApprovalOptions, lifetime: number) {
    this.#signer = new TokenSigner(options.key);
    this.#store = options.store ?? new MemoryApprovalStore();
    this.#lifetime = lifetime;
  }

  async issue({ contract, params, sent, ...subject }: ApprovalSubject): Promise<IssuedApproval> {
    const id = crypto.randomUUID();
    const expiresAt = Date.now() + this.#lifetime;
    const call = await this.#callDigest(subject.toolId, sent, subject.scope);
    const digests = {
      call,
      contract: await this.#contractDigest(contract),
      params: await this.#paramsDigest({ ...subject, id, expiresAt }, call, params),
    };
    const pending: PendingApproval = { ...subject, id, expiresAt, digests };
    await this.#store.put(pending);
    return this.#sign(pending);
  }

  /** The approval that was requested last for a call with this tool, input and scope, and still waits. */
  async find(toolId: string, sent: unknown, scope: ApprovalScope): Promise<IssuedApproval | undefined> {
    const { toolCallId } = scope;
    if (toolCallId === undefined) return undefined;
    const waiting = await this.#store.get({ toolCallId });
    if (waiting.length === 0) return undefined;
    const call = await this.#callDigest(toolId, sent, scope);
    const pending = waiting.findLast(({ digests }) => digests.call === call);
    return pending && this.#sign(pending);
  }

  /**
   * Takes a token back. Whatever the decision is, the token is used up; but one of another session than the given
   * one stays good for its own.
   */
  async redeem(token: unknown, decision: ApprovalDecision, sessionId?: string): Promise<RedeemedApproval> {
    const claims = await this.#signer.verify(token);
    if (claims === undefined) return { ok: false, reason: "The approval token is not genuine." };
    const { toolId, id, expiresAt } = claims;
    if (sessionId !== undefined && claims.session !== (await this.#sessionDigest(sessionId))) {
      return { ok: false, reason: "The approval token belongs to another session.", toolId };
    }
    const pending = await this.#store.take(id, decision);
    if (Date.now() >= expiresAt) return { ok: false, reason: "The approval token has expired.", toolId };
    if (pending === undefined) {
      return { ok: false, reason: "The approval token has been used already.", toolId };
    }
    return pending.toolId === toolId && pending.id === id
      ? { ok: true, pending, claims }
      : { ok: false, reason: "The approval token belongs to another call.", toolId };
  }

  /** Whether the tool is the one that was shown to the approver. */
  async coversContract(claims: TokenClaims, contract: AnyToolContract): Promise<boolean> {
    return (await this.#contractDigest(contract)) === claims.contract;
  }

  /** Whether these parameters, in this scope, are those that were shown to the approver. */
  async coversParams(claims: TokenClaims, pending: PendingApproval, params: unknown): Promise<boolean> {
    return (await this.#paramsDigest(pending, pending.digests.call, params)) === claims.params;
  }

  /** The same token for the same call, so that it can be made anew from what a store keeps. */
  async #sign({ id, toolId, digests, scope, expiresAt }: PendingApproval): Promise<IssuedApproval> {
    const { contract, params } = digests;
    const { sessionId } = scope;
    const session = sessionId === undefined ? {} : { session: await this.#sessionDigest(sessionId) };
    const token = await this.#signer.sign({ id, toolId, contract, params, ...session, expiresAt });
    return { token, expiresAt };
  }

  #sessionDigest(sessionId: string): Promise<string> {
    return this.#signer.digest("session", sessionId);
  }

  /** Two users' calls may have the same id, tool and input: whose it is, is said by the rest. */
  #callDigest(
    toolId: string,
    sent: unknown,
    { toolCallId, sessionId, workspacePath, metadata }: ApprovalScope,
  ): Promise<string> {
    const call = [toolId, sent, toolCallId, sessionId, workspacePath, metadata];
    return this.#signer.digest("call", canonicalJson(call));
  }

  #contractDigest(contract: AnyToolContract): Promise<string> {
    let digest = this.#contractDigests.get(contract);
    if (digest === undefined) {
      digest = this.#signer.digest("contract", canonicalJson(contract.spec));
      this.#contractDigests.set(contract, digest);
    }
    return digest;
  }

  /** Everything that is kept of a call and must not change before it runs. */
  #paramsDigest(
    { id, executionId, summary, risk, scope, expiresAt }: Omit<PendingApproval, "digests">,
    call: string,
    params: unknown,
  ): Promise<string> {
    const shown = [id, executionId, summary, risk, scope, expiresAt, call, params];
    return this.#signer.digest("params", canonicalJson(shown));
  }
}
