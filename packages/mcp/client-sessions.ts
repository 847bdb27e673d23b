import type { LoggingLevel } from "@modelcontextprotocol/server";

/** Maximum sessions; the oldest is evicted first. */
const maxSessions = 1_000;

/** Maximum subscriptions per session. */
const maxSubscriptions = 100;

/** Log levels by severity. */
const levels: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** The log level and subscriptions of a client. */
interface ClientSession {
  readonly uris: Set<string>;
  /** Minimum log level; if unset, nothing is sent. */
  level?: LoggingLevel;
}

/** Log levels and resource subscriptions of clients of the older revision, which set them once. */
export class ClientSessions {
  readonly #sessions = new Map<string, ClientSession>();

  setLevel(id: string, level: LoggingLevel): void {
    this.#open(id).level = level;
  }

  /** Whether the client enabled this log level. */
  isLogged(id: string, level: LoggingLevel): boolean {
    const least = this.#sessions.get(id)?.level;
    return least !== undefined && levels.indexOf(level) >= levels.indexOf(least);
  }

  /** Subscribes to a resource; false when the session has too many subscriptions. */
  subscribe(id: string, uri: string): boolean {
    const { uris } = this.#open(id);
    if (uris.size >= maxSubscriptions && !uris.has(uri)) return false;
    uris.add(uri);
    return true;
  }

  unsubscribe(id: string, uri: string): void {
    this.#sessions.get(id)?.uris.delete(uri);
  }

  isSubscribed(id: string, uri: string): boolean {
    return this.#sessions.get(id)?.uris.has(uri) ?? false;
  }

  /** Removes an ended session. */
  end(id: string): void {
    this.#sessions.delete(id);
  }

  /** Opens it as most recently used. */
  #open(id: string): ClientSession {
    const session = this.#sessions.get(id) ?? { uris: new Set() };
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }
}
