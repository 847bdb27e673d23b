import { canonicalJson } from "@toolkiln/runtime/json";

/**
 * State that a store or the client keeps between an approval request and its decision: the approval token, and a digest
 * of the call that detects a decision for another call.
 */
export async function toCallState(token: string, name: string, input: unknown): Promise<string> {
  return `${token}~${await digestOf(name, input)}`;
}

/** The token, if the state belongs to this call. */
export async function readCallState(
  state: string,
  name: string,
  input: unknown,
): Promise<string | undefined> {
  const [token = "", digest] = state.split("~");
  return digest === (await digestOf(name, input)) ? token : undefined;
}

/** Sorts keys, because a proxy may reorder them. */
async function digestOf(name: string, input: unknown): Promise<string> {
  const text = new TextEncoder().encode(canonicalJson([name, input]));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
