import { isMap, isPair, isSeq, type Document, type LineCounter, type Node } from "yaml";
import type { Range } from "../diagnostics/diagnostic.js";

/** The way from a manifest's root to a value in it. */
export type ManifestPath = readonly (string | number)[];

/** A manifest as it was read: its value, and where in the file each part of it stands. */
export class ManifestSource {
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;

  constructor(file: string, text: string, document: Document.Parsed, lines: LineCounter) {
    this.file = file;
    this.text = text;
    this.#document = document;
    this.#lines = lines;
    this.value = document.toJS();
  }

  /** Where a value stands, or its key. The nearest part that exists answers for one that does not. */
  locate(path: ManifestPath, target: "key" | "value" = "value"): Range {
    let node: unknown = this.#document.contents;
    let key: unknown = node;
    for (const part of path) {
      const next = child(node, part);
      if (next === undefined) break;
      node = next.value ?? next.key;
      key = next.key;
    }
    return this.#range((target === "key" ? key : node) as Node | null);
  }

  #range(node: Node | null): Range {
    const [from, to] = node?.range ?? [0, 0];
    return { start: this.#position(from), end: this.#position(to) };
  }

  #position(offset: number): Range["start"] {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function child(node: unknown, part: string | number): { key: unknown; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && keyText(item.key) === String(part));
    return pair && { key: pair.key, value: pair.value };
  }
  if (isSeq(node) && typeof part === "number") {
    const item = node.items[part];
    return item === undefined ? undefined : { key: item, value: item };
  }
  return undefined;
}

function keyText(key: unknown): string {
  return typeof key === "object" && key !== null && "value" in key ? String(key.value) : String(key);
}
