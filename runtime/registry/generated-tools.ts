import { ownValue } from "../validation/own-value.js";
import { ToolHandle, type ServiceUses, type ToolDescriptions, type ToolSource } from "./tool-handle.js";

/**
 * Tables of implementations by how the ids in each begin; of several that fit an id, the last one is meant. They are
 * functions, because V8 compiles a function when it is first called: a process that calls one tool of a thousand then
 * makes a few loaders only.
 */
export type ImplementationParts<Implementations = Readonly<Record<string, ToolSource>>> = Readonly<
  Record<string, () => Partial<Implementations>>
>;

/** The tools of generated code, which get their handles when somebody looks for them. */
export class GeneratedTools {
  readonly #parts: ImplementationParts;
  readonly #descriptions: ToolDescriptions;
  readonly uses: ServiceUses;

  constructor(parts: ImplementationParts, descriptions: ToolDescriptions, uses: ServiceUses) {
    this.uses = uses;
    this.#parts = parts;
    this.#descriptions = descriptions;
  }

  /** A handle of the tool that has an id, if there is one. */
  open(id: string): ToolHandle | undefined {
    const part = Object.entries(this.#parts).findLast(([prefix]) => id.startsWith(prefix))?.[1]();
    const source = part && ownValue(part, id);
    return source && new ToolHandle(id, source, this.#descriptions);
  }

  /** The handles of all tools: those that are open already, and new ones of the others. */
  openAll(opened: ReadonlyMap<string, ToolHandle>): Map<string, ToolHandle> {
    const handles = new Map<string, ToolHandle>();
    for (const part of Object.values(this.#parts)) {
      for (const [id, source] of Object.entries(part())) {
        if (source) handles.set(id, opened.get(id) ?? new ToolHandle(id, source, this.#descriptions));
      }
    }
    return handles;
  }
}
