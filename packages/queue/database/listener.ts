import { Client, type ClientConfig } from "pg";

/** Milliseconds between two looks at whether the connection still answers. */
const checkInterval = 15_000;
const longestDelay = 5_000;

/** What a listener reports. */
export interface ListenerEvents {
  notified(channel: string, payload: string): void;
  /** The channels are heard again: whatever was sent before may be lost. */
  connected(): void;
  failed(error: unknown): void;
}

/** Hears notifications over a connection of its own, and connects again when it is lost. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #channels: readonly string[];
  readonly #events: ListenerEvents;
  readonly #check: NodeJS.Timeout;
  #client: Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(config: ClientConfig, channels: readonly string[], events: ListenerEvents) {
    this.#config = config;
    this.#channels = channels;
    this.#events = events;
    this.#check = setInterval(() => this.#probe(), checkInterval);
  }

  /** Whether notifications arrive at the moment. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  async connect(): Promise<void> {
    const client = new Client({ ...this.#config, keepAlive: true, query_timeout: checkInterval / 3 });
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("The listening connection ended.")));
    client.on("notification", ({ channel, payload = "" }) => this.#events.notified(channel, payload));
    try {
      await client.connect();
      for (const channel of this.#channels) await client.query(`listen "${channel}"`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    this.#failures = 0;
    this.#events.connected();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#check);
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** A connection that was cut without notice answers no question. */
  #probe(): void {
    const client = this.#client;
    client?.query("select 1").catch((error: unknown) => this.#lost(client, error));
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
    this.#events.failed(error);
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    const delay = Math.min(longestDelay, 200 * 2 ** this.#failures++);
    this.#retry = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        this.#events.failed(error);
        this.#reconnect();
      });
    }, delay);
  }
}
