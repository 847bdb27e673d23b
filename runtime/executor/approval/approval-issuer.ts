import type { AnyToolContract } from "../../tool/tool-contract.js";
import {
  MemoryApprovalStore,
  type ApprovalStore,
  type PendingApproval,
  type ApprovalScope,
} from "./approval-store.js";
import { TokenSigner, type TokenClaims } from "./approval-token.js";
import type { ApprovalDecision, ApprovalOptions } from "./approval.js";
import { canonicalJson } from "./json-data.js";

/** A call that needs approval. */
export interface ApprovalSubject extends Omit<PendingApproval, "id" | "expiresAt" | "digests"> {
  readonly contract: AnyToolContract;
  /** The input as the caller sent it. */
  readonly sent: unknown;
  /** The tool's parameters, without injected values. */
  readonly params: unknown;
}

/** A token and its expiry time. */
export interface IssuedApproval {
  readonly token: string;
  readonly expiresAt: number;
}

/** An accepted token: the pending call and the token's claims. */
export interface AcceptedToken {
  readonly ok: true;
  readonly pending: PendingApproval;
  readonly claims: TokenClaims;
}

/** The result of redeeming a token: the pending call, or why it was rejected. */
export type RedeemedToken =
  | AcceptedToken
  | { readonly ok: false; readonly reason: string; readonly toolId?: string };

/** Issues approval tokens for pending calls and redeems each token once. */
export class ApprovalIssuer {
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

  /** The latest pending approval for a call with this tool, input and scope. */
  async find(toolId: string, sent: unknown, scope: ApprovalScope): Promise<IssuedApproval | undefined> {
    const { toolCallId } = scope;
    if (toolCallId === undefined) return undefined;
    const candidates = await this.#store.get({ toolCallId });
    const call = await this.#callDigest(toolId, sent, scope);
    const pending = candidates.findLast(({ digests }) => digests.call === call);
    return pending && this.#sign(pending);
  }

  /** Redeems a token. Any decision uses it up, unless it is of another session or `whyNot` returns a reason. */
  async redeem(
    token: unknown,
    decision: ApprovalDecision,
    sessionId?: string,
    whyNot?: (toolId: string) => Promise<string | undefined>,
  ): Promise<RedeemedToken> {
    const claims = await this.#signer.verify(token);
    if (claims === undefined) return { ok: false, reason: "The approval token is invalid." };
    const { toolId, id, expiresAt } = claims;
    const isForeign = sessionId !== undefined && claims.session !== (await this.#sessionDigest(sessionId));
    const reason = isForeign ? "The approval token belongs to another session." : await whyNot?.(toolId);
    if (reason !== undefined) return { ok: false, reason, toolId };
    const pending = await this.#store.take(id, decision);
    if (Date.now() >= expiresAt) return { ok: false, reason: "The approval token has expired.", toolId };
    return pending?.toolId === toolId && pending.id === id
      ? { ok: true, pending, claims }
      : { ok: false, reason: "The approval token was already used or is from another store.", toolId };
  }

  /** Whether the contract is the one that the approver saw. */
  async coversContract(claims: TokenClaims, contract: AnyToolContract): Promise<boolean> {
    return (await this.#contractDigest(contract)) === claims.contract;
  }

  /** Whether the parameters and scope are those that the approver saw. */
  async coversParams(claims: TokenClaims, pending: PendingApproval, params: unknown): Promise<boolean> {
    return (await this.#paramsDigest(pending, pending.digests.call, params)) === claims.params;
  }

  /** Deterministic, so that `find` can recreate the token of a stored call. */
  async #sign({ id, toolId, digests, scope, expiresAt }: PendingApproval): Promise<IssuedApproval> {
    const { contract, params } = digests;
    const { sessionId } = scope;
    const session = sessionId === undefined ? undefined : await this.#sessionDigest(sessionId);
    const token = await this.#signer.sign({ id, toolId, contract, params, session, expiresAt });
    return { token, expiresAt };
  }

  #sessionDigest(sessionId: string): Promise<string> {
    return this.#signer.digest("session", sessionId);
  }

  /** Two users' calls may share id, tool and input; the other fields tell them apart. */
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

  /** Covers every stored field that must not change before the call runs. */
  #paramsDigest(
    { id, executionId, summary, risk, scope, expiresAt }: Omit<PendingApproval, "digests">,
    call: string,
    params: unknown,
  ): Promise<string> {
    const covered = [id, executionId, summary, risk, scope, expiresAt, call, params];
    return this.#signer.digest("params", canonicalJson(covered));
  }
}
