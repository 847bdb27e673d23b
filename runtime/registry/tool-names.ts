import type { ToolIndexEntry } from "../tool/tool-spec.js";
import { fold } from "./tool-availability-context.js";

type NamedTool = Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">;

/** Kinds of names, the strongest first: ids, wire names, former ids, and the wire names that those had by default. */
const kinds = [0, 1, 2, 3];

/** Finds tools by any of their names, in any case. */
export class ToolNames {
  readonly #ids = new Map<string, string>();

  constructor(tools: Iterable<NamedTool>) {
    for (const tool of tools) this.add(tool);
  }

  /** Makes a tool known by all of its names. */
  add({ id, wireName, renamedFrom = [] }: NamedTool): void {
    const formerWireNames = renamedFrom.map((old) => old.replaceAll("-", "_"));
    [[id], [wireName], renamedFrom, formerWireNames].forEach((names, kind) => {
      for (const name of names) {
        const key = kind + fold(name);
        if (!this.#ids.has(key)) this.#ids.set(key, id);
      }
    });
  }

  /** The id of the tool that has a name or had it before. Where two tools share it, the stronger kind of name wins. */
  find(name: string): string | undefined {
    const found = kinds.map((kind) => this.#ids.get(kind + fold(name)));
    return found.find(Boolean);
  }

  /** The id of the tool that models know by a name. */
  findByWireName(wireName: string): string | undefined {
    return this.#ids.get(1 + fold(wireName));
  }
}
