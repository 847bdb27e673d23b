/** The session of a client of the older revision. */
export interface Session {
  /** The `Mcp-Session-Id` header. */
  readonly id: string;
  /** Whether the client can show forms. */
  readonly canElicit: boolean;
}

const form = /^tks1\.([fn])\.[\w-]{32}$/;

/**
 * Creates a session id. It encodes the session, so any process can serve the next request. The rest is random, so
 * nobody can guess another client's id.
 */
export function createSessionId(canElicit: boolean): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const random = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return `tks1.${canElicit ? "f" : "n"}.${random}`;
}

/** Reads the session of a request; undefined if the id is missing or malformed. */
export function readSession(headers: Headers): Session | undefined {
  const id = headers.get("mcp-session-id") ?? "";
  const [, elicitation] = form.exec(id) ?? [];
  return elicitation === undefined ? undefined : { id, canElicit: elicitation === "f" };
}
