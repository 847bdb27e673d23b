import type { ToolIndexEntry } from "../tool/tool-spec.js";
import { fold } from "./tool-availability-context.js";

type NamedTool = Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">;

/** Finds tools by any name, case-insensitive. */
export class ToolNames {
  /** By precedence: ids, wire names, former ids, and the default wire names of former ids. */
  readonly #kinds = Array.from({ length: 4 }, () => new Map<string, string>());

  constructor(tools: Iterable<NamedTool>) {
    for (const tool of tools) this.add(tool);
  }

  add({ id, wireName, renamedFrom = [] }: NamedTool): void {
    const formerWireNames = renamedFrom.map((old) => old.replaceAll("-", "_"));
    const names = [[id], [wireName], renamedFrom, formerWireNames];
    this.#kinds.forEach((ids, kind) => {
      for (const name of names[kind] ?? []) if (!ids.has(fold(name))) ids.set(fold(name), id);
    });
  }

  /** The id of the tool that has or had a name. If two tools share it, the precedence above decides. */
  find(name: string): string | undefined {
    return this.#kinds.find((ids) => ids.has(fold(name)))?.get(fold(name));
  }

  /** The id of the tool whose current id or current wire name is this one. */
  holderOf(kind: "id" | "wireName", name: string): string | undefined {
    return this.#kinds[kind === "id" ? 0 : 1]?.get(fold(name));
  }
}
