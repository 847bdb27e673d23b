import { none } from "../result/none.js";
import type { AnyTool } from "../tool/tool.js";
import type { MaybePromise } from "../tool/tool-contract.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";

/** Where a registry gets an implementation from: the tool itself, or a module that exports `tool`. */
export type ToolSource<T = AnyTool> = T | (() => Promise<{ readonly tool: T }>);

/** The services that tools use, by the ids of the tools. */
export type ServiceUses = Readonly<Record<string, readonly string[]>>;

/** Knows tools by their ids without their implementations. */
export interface ToolDescriptions {
  /** What listings and filters need to know of a tool; undefined when it is not to be found there. */
  metadata(id: string): ToolIndexEntry | undefined;
  /** The services that its implementation uses. */
  uses(id: string): readonly string[] | undefined;
  /** Everything the tool's manifest says; undefined in the same case. */
  spec(id: string): Promise<ToolSpec | undefined>;
}

/** A tool in a registry: its metadata at once, its implementation when it is asked for. */
export class ToolHandle<T extends AnyTool = AnyTool> {
  readonly id: string;
  readonly #source: ToolSource<T>;
  readonly #descriptions: ToolDescriptions | undefined;
  #tool: T | undefined;
  #loading: Promise<T> | undefined;

  /** The services of its own project; they come before those of the executor and the call. */
  readonly services: object | undefined;

  constructor(id: string, source: ToolSource<T>, descriptions?: ToolDescriptions, services?: object) {
    this.id = id;
    this.services = services;
    this.#source = source;
    this.#descriptions = descriptions;
    this.#tool = typeof source === "function" ? undefined : source;
  }

  /** What listings and filters need to know of the tool. */
  get metadata(): ToolIndexEntry {
    const metadata = this.#tool?.contract.spec ?? this.#descriptions?.metadata(this.id);
    if (metadata === undefined) throw new Error(`Nothing is known of tool '${this.id}' before it is loaded.`);
    return metadata;
  }

  /** The services that the implementation needs and its own project does not lend. */
  get uses(): readonly string[] {
    const names = this.#tool?.contract.spec.uses ?? this.#descriptions?.uses(this.id) ?? none;
    return this.services === undefined ? names : none;
  }

  /** The same tool with the services of its own project. */
  withServices(services: object): ToolHandle<T> {
    return new ToolHandle(this.id, this.#tool ?? this.#source, this.#descriptions, services);
  }

  get name(): string {
    return this.metadata.name;
  }

  /** The implementation if it has been loaded already. */
  get loaded(): T | undefined {
    return this.#tool;
  }

  /** The implementation; its module is imported on the first call. */
  async load(): Promise<T> {
    if (this.#tool !== undefined) return this.#tool;
    // Calls at the same time share one import: some loaders hand out a module before it is complete.
    return (this.#loading ??= this.#import().finally(() => {
      this.#loading = undefined;
    }));
  }

  async #import(): Promise<T> {
    const source = this.#source;
    const { tool } = typeof source === "function" ? await source() : { tool: source };
    const found: string | undefined = tool?.contract?.id;
    if (found !== this.id) {
      throw new TypeError(
        `The module of '${this.id}' exports ${found === undefined ? "no tool" : `'${found}'`}.`,
      );
    }
    return (this.#tool = tool);
  }

  /** Everything the tool's manifest says; from the catalogue if there is one, without importing the tool. */
  async loadSpec(): Promise<ToolSpec> {
    return (
      this.#tool?.contract.spec ??
      (await this.#descriptions?.spec(this.id)) ??
      (await this.load()).contract.spec
    );
  }
}

/** Where tools are found; every registry is one, whatever its contracts. */
export interface ToolLookup {
  readonly tools: readonly ToolHandle[];
  /** The tool of that name, in any case: an id, a wire name, or an id or wire name that the tool had before. */
  getTool(id: string): ToolHandle | undefined;
}

/** Throws when a tool uses a service that is not there: its calls would fail later and elsewhere. */
export function requireServices(services: object, uses: ServiceUses): void {
  for (const [id, names] of Object.entries(uses)) {
    const missing = names.find((name) => Reflect.get(services, name) === undefined);
    if (missing !== undefined)
      throw new TypeError(`Tool '${id}' uses the service '${missing}', which was not given in \`services\`.`);
  }
}

/** What a loaded tool reports of its availability; undefined when it is not loaded or has no such hook. */
export function reportedAvailability({ loaded }: ToolHandle): MaybePromise<boolean> | undefined {
  try {
    const answer = loaded?.isAvailable?.();
    return answer instanceof Promise ? answer.catch(() => false) : answer;
  } catch {
    return false;
  }
}
