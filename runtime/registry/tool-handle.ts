import type { AnyTool } from "../tool/tool.js";
import type { ToolIndexEntry } from "../tool/tool-spec.js";

/** Where a registry gets an implementation from: the tool itself, or a module that exports `tool`. */
export type ToolSource<T = AnyTool> = T | (() => Promise<{ readonly tool: T }>);

/** A tool in a registry: its metadata at once, its implementation when it is asked for. */
export class ToolHandle<T extends AnyTool = AnyTool> {
  readonly metadata: ToolIndexEntry;
  readonly #source: ToolSource<T>;
  #tool: T | undefined;

  constructor(metadata: ToolIndexEntry, source: ToolSource<T>) {
    this.metadata = metadata;
    this.#source = source;
    this.#tool = typeof source === "function" ? undefined : source;
  }

  get id(): string {
    return this.metadata.id;
  }

  /** The implementation if it has been loaded already. */
  get loaded(): T | undefined {
    return this.#tool;
  }

  /** The implementation; its module is imported on the first call. */
  async load(): Promise<T> {
    if (this.#tool !== undefined) return this.#tool;
    if (typeof this.#source !== "function") return this.#source;
    const { tool } = await this.#source();
    const found: string | undefined = tool?.contract?.id;
    if (found !== this.id) {
      throw new TypeError(
        `The module of '${this.id}' exports ${found === undefined ? "no tool" : `'${found}'`}.`,
      );
    }
    return (this.#tool = tool);
  }
}
