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

async function digestOf(name: string, input: unknown): Promise<string> {
  const text = new TextEncoder().encode(sortedJson([name, input]));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A proxy may write the keys of an object in another order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
