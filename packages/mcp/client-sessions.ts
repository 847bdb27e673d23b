import type { LoggingLevel } from "@modelcontextprotocol/server";

/** Sessions that are remembered; the oldest is forgotten first. */
const maxSessions = 1_000;

/** Addresses that one session can subscribe to. */
const maxAddresses = 100;

/** Levels of log messages by their weight. */
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

/** What one client asked for in earlier requests. */
interface ClientSession {
  readonly addresses: Set<string>;
  /** The least level of log messages; without one the client gets none. */
  level?: LoggingLevel;
}

/** What clients of the older revision asked for and expect to be remembered: log messages and changes of resources. */
export class ClientSessions {
  readonly #sessions = new Map<string, ClientSession>();

  setLevel(id: string, level: LoggingLevel): void {
    this.#open(id).level = level;
  }

  /** Whether the client asked for log messages of this level. */
  isLogged(id: string, level: LoggingLevel): boolean {
    const least = this.#sessions.get(id)?.level;
    return least !== undefined && levels.indexOf(level) >= levels.indexOf(least);
  }

  /** Subscribes to a resource; false when the session has too many subscriptions. */
  subscribe(id: string, uri: string): boolean {
    const { addresses } = this.#open(id);
    if (addresses.size >= maxAddresses && !addresses.has(uri)) return false;
    addresses.add(uri);
    return true;
  }

  unsubscribe(id: string, uri: string): void {
    this.#sessions.get(id)?.addresses.delete(uri);
  }

  isSubscribed(id: string, uri: string): boolean {
    return this.#sessions.get(id)?.addresses.has(uri) ?? false;
  }

  /** Forgets a session that has ended. */
  end(id: string): void {
    this.#sessions.delete(id);
  }

  /** The session, as the newest of all. */
  #open(id: string): ClientSession {
    const session = this.#sessions.get(id) ?? { addresses: new Set() };
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return session;
  }
}
