import { canonicalJson } from "@toolkiln/runtime/json";

/**
 * What is kept between a question and its answer, by a store or by the client: the executor's approval token, and a
 * digest of the call that it was asked for, so that an answer which reaches another call is noticed. The token alone
 * grants.
 */
export async function toCallState(token: string, name: string, input: unknown): Promise<string> {
  return `${token}~${await digestOf(name, input)}`;
}

/** The token of a state if it belongs to this call. */
export async function readCallState(
  state: string,
  name: string,
  input: unknown,
): Promise<string | undefined> {
  const [token = "", digest] = state.split("~");
  return digest === (await digestOf(name, input)) ? token : undefined;
}

/** Keys are sorted, because a proxy may write them in another order. */
async function digestOf(name: string, input: unknown): Promise<string> {
  const text = new TextEncoder().encode(canonicalJson([name, input]));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
