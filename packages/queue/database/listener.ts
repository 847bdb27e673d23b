import { Client } from "pg";
import { backoff, pause } from "./outage.js";
import type { QueueDatabase } from "./queue-database.js";

/** Milliseconds between two looks at whether the connection still answers. */
const checkInterval = 15_000;

/** What a listener reports. */
export interface ListenerEvents {
  notified(payload: string): void;
  /** The channel is heard again: whatever was sent before may be lost. */
  connected(): void;
}

/** Hears the notifications of a channel over a connection of its own, and connects again when it is lost. */
export class Listener {
  readonly #database: QueueDatabase;
  readonly #channel: string;
  readonly #events: ListenerEvents;
  #client: Client | undefined;
  #isClosed = false;

  constructor(database: QueueDatabase, channel: string, events: ListenerEvents) {
    this.#database = database;
    this.#channel = channel;
    this.#events = events;
  }

  /** Whether notifications arrive at the moment. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  async connect(): Promise<void> {
    const { options } = this.#database.pool;
    const client = new Client({ ...options, keepAlive: true, query_timeout: checkInterval / 3 });
    const lost = new Promise<unknown>((resolve) => {
      client.on("error", resolve);
      client.on("end", () => resolve(new Error("The connection ended.")));
    });
    client.on("notification", ({ payload = "" }) => {
      try {
        this.#events.notified(payload);
      } catch (error) {
        // Whoever may connect may notify: what cannot be read is not ours.
        this.#database.warn("Reading a notification", error);
      }
    });
    try {
      await client.connect();
      await client.query(`listen "${this.#channel}"`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    void this.#reconnectAfter(lost, client);
    if (this.#isClosed) await this.close();
    else this.#events.connected();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #reconnectAfter(lost: Promise<unknown>, client: Client): Promise<void> {
    // A connection that was cut without notice answers no question: its next one ends it.
    const check = setInterval(() => {
      client.query("select 1").catch((error: unknown) => client.emit("error", error));
    }, checkInterval);
    let error = await lost;
    clearInterval(check);
    this.#client = undefined;
    client.end().catch(() => {});
    for (let failures = 0; !this.#isClosed; failures++) {
      this.#database.warn("Listening", error);
      await pause(backoff(failures));
      try {
        return await this.connect();
      } catch (again) {
        error = again;
      }
    }
  }
}
