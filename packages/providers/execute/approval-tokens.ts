/** Keeps the token of a call that waits for approval, and a digest of it, under the id that the model gave the call. */
export interface ApprovalTokens {
  put(toolCallId: string, token: string): Promise<void> | void;
  /** Hands the token out and forgets it. */
  take(toolCallId: string): Promise<string | undefined> | string | undefined;
}

const capacity = 10_000;

/** Keeps tokens in this process: enough where the answer comes back to it. The oldest make room. */
export class MemoryApprovalTokens implements ApprovalTokens {
  readonly #tokens = new Map<string, string>();

  put(toolCallId: string, token: string): void {
    this.#tokens.delete(toolCallId);
    this.#tokens.set(toolCallId, token);
    if (this.#tokens.size <= capacity) return;
    const [oldest] = this.#tokens.keys();
    if (oldest !== undefined) this.#tokens.delete(oldest);
  }

  take(toolCallId: string): string | undefined {
    const token = this.#tokens.get(toolCallId);
    this.#tokens.delete(toolCallId);
    return token;
  }
}
