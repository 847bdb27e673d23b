import { hashOfText } from "../cache/hash.js";
import { cacheKey, readKept, writeKept } from "../cache/project-cache.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import { toolExportReader, type ToolExport, type ToolExportReader } from "./exports-tool.js";

/** What modules export as `tool`, by their paths, with the hashes of their texts. */
type KnownExports = Readonly<Record<string, readonly [hash: string, exported: ToolExport]>>;

/** Tells what modules export as `tool`; the compiler is loaded for the first one that an earlier run did not read. */
export class CachedExports {
  readonly #host: Host;
  readonly #config: GeneratorConfig;
  readonly #before: KnownExports;
  readonly #now = new Map<string, readonly [hash: string, exported: ToolExport]>();
  #reader: Promise<ToolExportReader> | undefined;

  private constructor(host: Host, config: GeneratorConfig, before: KnownExports) {
    this.#host = host;
    this.#config = config;
    this.#before = before;
  }

  static async open(host: Host, config: GeneratorConfig): Promise<CachedExports> {
    const known = host.readCache && (await readKept(host, "implementations", cacheKey(config)));
    return new CachedExports(host, config, (known ?? {}) as KnownExports);
  }

  async read(path: string, text: string): Promise<ToolExport> {
    const hash = hashOfText(text);
    const known = Object.hasOwn(this.#before, path) ? this.#before[path] : undefined;
    const exported = known?.[0] === hash ? known[1] : await this.#parse(path, text);
    this.#now.set(path, [hash, exported]);
    return exported;
  }

  /** Keeps what was read for the next run. */
  async keep(): Promise<void> {
    if (this.#reader === undefined || this.#host.writeCache === undefined) return;
    await writeKept(this.#host, "implementations", cacheKey(this.#config), Object.fromEntries(this.#now));
  }

  async #parse(path: string, text: string): Promise<ToolExport> {
    this.#reader ??= toolExportReader();
    return (await this.#reader)(path, text, this.#config.out);
  }
}
