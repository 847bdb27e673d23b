import { none } from "../result/none.js";
import type { AnyTool } from "../tool/tool.js";
import type { MaybePromise } from "../tool/tool-contract.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";

/** The source of an implementation: the tool itself, or a module that exports `tool`. */
export type ToolSource<T = AnyTool> = T | (() => Promise<{ readonly tool: T }>);

export type ServiceUses = Readonly<Record<string, readonly string[]>>;

/** Describes tools by id without their implementations. */
export interface ToolDescriptions {
  metadata(id: string): ToolIndexEntry | undefined;
  uses(id: string): readonly string[] | undefined;
  spec(id: string): Promise<ToolSpec | undefined>;
}

/** A tool in a registry: its metadata, and its implementation loaded on demand. */
export class ToolHandle<T extends AnyTool = AnyTool> {
  readonly id: string;
  readonly #source: ToolSource<T>;
  readonly #descriptions: ToolDescriptions | undefined;
  #tool: T | undefined;
  #loading: Promise<T> | undefined;
  /** The services of its own project; they override those of the executor and the call. */
  readonly services: object | undefined;

  constructor(id: string, source: ToolSource<T>, descriptions?: ToolDescriptions, services?: object) {
    this.id = id;
    this.services = services;
    this.#source = source;
    this.#descriptions = descriptions;
    this.#tool = typeof source === "function" ? undefined : source;
  }

  get metadata(): ToolIndexEntry {
    const metadata = this.#tool?.contract.spec ?? this.#descriptions?.metadata(this.id);
    if (metadata === undefined) throw new Error(`Tool '${this.id}' has metadata only after \`load()\`.`);
    return metadata;
  }

  /** The services that the implementation uses and its project does not provide. */
  get uses(): readonly string[] {
    const names = this.#tool?.contract.spec.uses ?? this.#descriptions?.uses(this.id) ?? none;
    return this.services === undefined ? names : none;
  }

  withServices(services: object): ToolHandle<T> {
    // The handles share a running import: a module that failed fails differently if imported again.
    const source = this.#tool ?? (async () => ({ tool: await this.load() }));
    return new ToolHandle(this.id, source, this.#descriptions, services);
  }

  get name(): string {
    return this.metadata.name;
  }

  get loaded(): T | undefined {
    return this.#tool;
  }

  /** The implementation; its module is imported on the first call. */
  async load(): Promise<T> {
    if (this.#tool !== undefined) return this.#tool;
    // Concurrent calls share one import: some loaders return a module before it is complete.
    return (this.#loading ??= this.#import().finally(() => {
      this.#loading = undefined;
    }));
  }

  async #import(): Promise<T> {
    const source = this.#source;
    const { tool } = typeof source === "function" ? await source() : { tool: source };
    const found: string | undefined = tool?.contract?.id;
    if (found === this.id) return (this.#tool = tool);
    const exported = found === undefined ? "no tool" : `the tool '${found}'`;
    throw new TypeError(`The module of '${this.id}' exports ${exported}.`);
  }

  /** The tool's manifest as data; read from the catalogue if possible, without importing the tool. */
  async loadSpec(): Promise<ToolSpec> {
    if (this.#tool !== undefined) return this.#tool.contract.spec;
    return (await this.#descriptions?.spec(this.id)) ?? (await this.load()).contract.spec;
  }
}

/** Finds tools; implemented by every registry. */
export interface ToolLookup {
  readonly tools: readonly ToolHandle[];
  getTool(id: string): ToolHandle | undefined;
}

/** Throws when a required service is missing: calls would fail later. */
export function requireServices(services: object, uses: ServiceUses): void {
  for (const [id, names] of Object.entries(uses)) {
    const missing = names.find((name) => Reflect.get(services, name) === undefined);
    if (missing !== undefined)
      throw new TypeError(`Tool '${id}' uses the service '${missing}', which is missing in \`services\`.`);
  }
}

/** The result of a loaded tool's `isAvailable`; undefined if not loaded or without that hook. */
export function reportedAvailability({ loaded }: ToolHandle): MaybePromise<boolean> | undefined {
  try {
    const answer = loaded?.isAvailable?.();
    return answer instanceof Promise ? answer.catch(() => false) : answer;
  } catch {
    return false;
  }
}
