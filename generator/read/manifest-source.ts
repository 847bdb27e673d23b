import { isMap, isPair, isScalar, isSeq, type YAMLMap } from "yaml";
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
  readonly lineStarts: readonly number[];
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

  /** The range of a value or its key. Falls back to the nearest existing parent. */
  locate(path: ManifestPath, target: "key" | "value" = "value"): Range {
    return this.place(path, target).range;
  }

  /** The place of a value or its key; of a part of it when the file contains that verbatim. */
  place(path: ManifestPath, target: "key" | "value" = "value", part = ""): Place {
    const [from, to] = offsetsOf(this.#find(path)[target]) ?? [0, 0];
    const at = part === "" ? -1 : this.text.slice(from, to).indexOf(part);
    const range = at < 0 ? this.rangeOf(from, to) : this.rangeOf(from + at, from + at + part.length);
    return { file: this.file, range };
  }

  /** The text of a value as its author wrote it; undefined when there is none. */
  rawText(path: ManifestPath): string | undefined {
    const { value, found } = this.#find(path);
    if (!found || !isScalar(value)) return undefined;
    const [from, to] = offsetsOf(value) ?? [0, 0];
    return this.text.slice(from, to);
  }

  /** The range to delete in order to remove a pair; undefined when the rest would not be valid. */
  removal(path: ManifestPath): Range | undefined {
    const key = path.at(-1);
    const { value: map, found } = this.#find(path.slice(0, -1));
    if (!found || !isMap(map) || key === undefined) return undefined;
    const cut = pairRemoval(this.text, map, String(key));
    return cut && this.rangeOf(cut.from, cut.to);
  }

  rangeOf(from: number, to: number): Range {
    return { start: this.positionOf(from), end: this.positionOf(to) };
  }

  positionOf(offset: number): Position {
    const { lineStarts } = this.syntax;
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
  }

  offsetOf({ line, column }: Position): number {
    return (this.syntax.lineStarts[line - 1] ?? this.text.length) + column - 1;
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
        const name = isPair(pair) ? keyText(pair.key) : undefined;
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

/** The range of one pair of a mapping, including its separators. */
function pairRemoval(
  text: string,
  map: YAMLMap,
  key: string,
): { readonly from: number; readonly to: number } | undefined {
  const index = map.items.findIndex((pair) => isPair(pair) && keyText(pair.key) === key);
  const pair = map.items[index];
  const from = startOf(pair?.key);
  if (pair === undefined || from === undefined) return undefined;
  const to = endOf(pair.value) ?? endOf(pair.key) ?? from;
  const next = startOf(map.items[index + 1]?.key);
  if (map.flow === true) {
    if (next !== undefined) return { from, to: next };
    const previous = map.items[index - 1];
    const previousEnd = endOf(previous?.value) ?? endOf(previous?.key);
    return { from: previousEnd ?? from, to };
  }
  // A block mapping without pairs would turn into null.
  if (map.items.length === 1) return undefined;
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  if (text.slice(lineStart, from).trim() !== "") {
    // The first pair of a list item shares its line with the dash.
    return next === undefined ? undefined : { from, to: next };
  }
  const lineEnd = text.indexOf("\n", Math.max(from, to - 1));
  return { from: lineStart, to: lineEnd < 0 ? text.length : lineEnd + 1 };
}

function startOf(node: unknown): number | undefined {
  return offsetsOf(node)?.[0];
}

function endOf(node: unknown): number | undefined {
  return offsetsOf(node)?.[1];
}
