import { isMap, isScalar, isSeq, type LineCounter, type Pair } from "yaml";
import type { Position, Range } from "../diagnostics/diagnostic.js";
import type { Comment } from "./scan-yaml.js";
import { keyText, offsetsOf, type ValueKey } from "./yaml-value.js";

/** The path from a manifest's root to a value. */
export type ManifestPath = readonly (string | number)[];

export interface Place {
  readonly file: string;
  readonly range: Range;
}

export interface SourceSyntax {
  readonly root: unknown;
  readonly lines: LineCounter;
  readonly comments: readonly Comment[];
  readonly valueKeys: readonly ValueKey[];
}

/** A parsed file: its value, and the position of each part. */
export class ManifestSource {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  readonly syntax: SourceSyntax;
  readonly #children = new WeakMap<object, Map<string, Child>>();

  constructor({ file, text, value, syntax }: Pick<ManifestSource, "file" | "text" | "value" | "syntax">) {
    this.file = file;
    this.text = text;
    this.value = value;
    this.syntax = syntax;
  }

  /**
   * The place of a value or its key; with `part`, of this text inside it, if found. For a missing value, the place of
   * its nearest existing parent.
   */
  place(path: ManifestPath, target: "key" | "value" = "value", part = ""): Place {
    const [from, to] = offsetsOf(this.#find(path)[target]) ?? [0, 0];
    const at = part === "" ? -1 : this.text.slice(from, to).indexOf(part);
    const range = at < 0 ? this.rangeOf(from, to) : this.rangeOf(from + at, from + at + part.length);
    return { file: this.file, range };
  }

  /** The text of a scalar as its author wrote it; undefined for other values and when there is none. */
  rawText(path: ManifestPath): string | undefined {
    const { value, found } = this.#find(path);
    if (!found || !isScalar(value)) return undefined;
    const [from, to] = offsetsOf(value) ?? [0, 0];
    return this.text.slice(from, to);
  }

  /** The range to delete in order to remove a pair; undefined when the rest would not be valid. */
  removal(path: ManifestPath): Range | undefined {
    const { value: map, found } = this.#find(path.slice(0, -1));
    if (!found || !isMap(map)) return undefined;
    const index = map.items.findIndex(({ key }) => keyText(key) === String(path.at(-1)));
    const [previous, own, next] = [index - 1, index, index + 1].map((at) => offsetsOfPair(map.items[at]));
    if (own === undefined) return undefined;
    const [from, to] = own;
    if (map.flow === true) return this.rangeOf(next ? from : (previous?.[1] ?? from), next?.[0] ?? to);
    // A block mapping without pairs would turn into null.
    if (map.items.length === 1) return undefined;
    const lineStart = this.text.lastIndexOf("\n", from - 1) + 1;
    // The first pair of a list item shares its line with the dash.
    if (this.text.slice(lineStart, from).trim() !== "") return next && this.rangeOf(from, next[0]);
    const lineEnd = this.text.indexOf("\n", Math.max(from, to - 1));
    return this.rangeOf(lineStart, lineEnd < 0 ? this.text.length : lineEnd + 1);
  }

  rangeOf(from: number, to: number): Range {
    return { start: this.positionOf(from), end: this.positionOf(to) };
  }

  positionOf(offset: number): Position {
    const { line, col } = this.syntax.lines.linePos(offset);
    return { line, column: col };
  }

  offsetOf({ line, column }: Position): number {
    return (this.syntax.lines.lineStarts[line - 1] ?? this.text.length) + column - 1;
  }

  #find(path: ManifestPath): Child & { readonly found: boolean } {
    let current: Child = { key: this.syntax.root, value: this.syntax.root };
    for (const part of path) {
      const next = this.#child(current.value, part);
      if (next === undefined) return { ...current, found: false };
      current = next;
    }
    return { ...current, found: true };
  }

  #child(node: unknown, part: string | number): Child | undefined {
    if (isSeq(node)) {
      const item = typeof part === "number" ? node.items[part] : undefined;
      return item === undefined ? undefined : { key: item, value: item };
    }
    if (!isMap(node)) return undefined;
    let children = this.#children.get(node);
    if (children === undefined) {
      children = new Map();
      for (const pair of node.items) {
        const name = keyText(pair.key);
        if (name !== undefined && !children.has(name))
          children.set(name, { key: pair.key, value: pair.value ?? pair.key });
      }
      this.#children.set(node, children);
    }
    return children.get(String(part));
  }
}

interface Child {
  readonly key: unknown;
  readonly value: unknown;
}

/** The offsets of a pair of a mapping, from its key to the end of its value. */
function offsetsOfPair(pair: Pair | undefined): readonly [from: number, to: number] | undefined {
  const key = offsetsOf(pair?.key);
  return key && [key[0], (offsetsOf(pair?.value) ?? key)[1]];
}
