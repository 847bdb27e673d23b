import { hashOf } from "../cache/hash.js";
import { cacheKey, readEntry, writeEntry } from "../cache/project-cache.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import { moduleReader, type DeclaredServices, type ModuleReader } from "./exports-tool.js";

/** Whether modules export `tool`, or the services that they declare, by path, with content hashes. */
type Known = readonly [hash: string, exported: boolean | DeclaredServices | null];
type KnownExports = Readonly<Record<string, Known>>;

/** Reads user modules; lazy-loads the compiler for the first one that is not cached. */
export class CachedExports {
  readonly #host: Host;
  readonly #config: GeneratorConfig;
  readonly #before: KnownExports;
  readonly #now = new Map<string, Known>();
  #reader: Promise<ModuleReader> | undefined;

  private constructor(host: Host, config: GeneratorConfig, before: KnownExports) {
    this.#host = host;
    this.#config = config;
    this.#before = before;
  }

  static async open(host: Host, config: GeneratorConfig): Promise<CachedExports> {
    const known = host.readCache && (await readEntry(host, "implementations", cacheKey(config)));
    return new CachedExports(host, config, (known ?? {}) as KnownExports);
  }

  /** Whether a module exports `tool`. */
  exportsTool(path: string, text: string): Promise<boolean> {
    return this.#read(path, text, (reader) => reader.exportsTool(path, text));
  }

  /** The services that a module declares. */
  services(path: string, text: string): Promise<DeclaredServices | null> {
    return this.#read(path, text, (reader) => reader.services(path, text));
  }

  /** Writes the cache for the next run. */
  async keep(): Promise<void> {
    if (this.#reader === undefined || this.#host.writeCache === undefined) return;
    await writeEntry(this.#host, "implementations", cacheKey(this.#config), Object.fromEntries(this.#now));
  }

  async #read<Found extends Known[1]>(
    path: string,
    text: string,
    parse: (reader: ModuleReader) => Found,
  ): Promise<Found> {
    const hash = hashOf(text);
    const known = Object.hasOwn(this.#before, path) ? this.#before[path] : undefined;
    // A path is always read the same way.
    const exported =
      known?.[0] === hash ? (known[1] as Found) : parse(await (this.#reader ??= moduleReader()));
    this.#now.set(path, [hash, exported]);
    return exported;
  }
}
