import { hashOf } from "../cache/hash.js";
import { cacheKey, readEntry, writeEntry } from "../cache/project-cache.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import { toolExportReader, type ExportsTool } from "./exports-tool.js";

/** Whether modules export `tool`, by path, with content hashes. */
type KnownExports = Readonly<Record<string, readonly [hash: string, exportsTool: boolean]>>;

/** Reads user modules; lazy-loads the compiler for the first one that is not cached. */
export class CachedExports {
  readonly #host: Host;
  readonly #key: string;
  readonly #before: KnownExports;
  readonly #now = new Map<string, KnownExports[string]>();
  #reader: Promise<ExportsTool> | undefined;

  private constructor(host: Host, key: string, before: KnownExports) {
    this.#host = host;
    this.#key = key;
    this.#before = before;
  }

  static async open(host: Host, config: GeneratorConfig): Promise<CachedExports> {
    const key = cacheKey(config);
    const known = host.readCache && (await readEntry(host, "implementations", key));
    return new CachedExports(host, key, (known ?? {}) as KnownExports);
  }

  async exportsTool(path: string, text: string): Promise<boolean> {
    const hash = hashOf(text);
    const known = Object.hasOwn(this.#before, path) ? this.#before[path] : undefined;
    const exportsTool =
      known?.[0] === hash ? known[1] : (await (this.#reader ??= toolExportReader()))(path, text);
    this.#now.set(path, [hash, exportsTool]);
    return exportsTool;
  }

  /** Writes the cache for the next run. */
  async keep(): Promise<void> {
    if (this.#reader === undefined || this.#host.writeCache === undefined) return;
    await writeEntry(this.#host, "implementations", this.#key, Object.fromEntries(this.#now));
  }
}
