import type { AnyTool } from "../tool/tool.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";

/** Where a registry gets an implementation from: the tool itself, or a module that exports `tool`. */
export type ToolSource<T = AnyTool> = T | (() => Promise<{ readonly tool: T }>);

/** Knows tools by their ids without their implementations. */
export interface ToolDescriptions {
  /** What listings and filters need to know of a tool; undefined when it is not to be found there. */
  metadata(id: string): ToolIndexEntry | undefined;
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

  constructor(id: string, source: ToolSource<T>, descriptions?: ToolDescriptions) {
    this.id = id;
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
