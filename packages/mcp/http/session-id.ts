/** What a client of the older revision declared when its session began, as far as it is needed later. */
export interface Session {
  /** The text that the client sends with every request. */
  readonly id: string;
  /** Whether the client can put a form before its user. */
  readonly canElicit: boolean;
}

const form = /^tks1\.([fn])\.[\w-]{32}$/;

/**
 * Makes the id of a session. It contains all there is to know, so that any process can serve the next request; the
 * rest of it is random, so that nobody can answer in another's name.
 */
export function createSessionId(canElicit: boolean): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const random = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return `tks1.${canElicit ? "f" : "n"}.${random}`;
}

/** The session of a request; undefined when it names none, or one that no server of ours gave out. */
export function readSession(headers: Headers): Session | undefined {
  const id = headers.get("mcp-session-id") ?? "";
  const [, elicitation] = form.exec(id) ?? [];
  return elicitation === undefined ? undefined : { id, canElicit: elicitation === "f" };
}
