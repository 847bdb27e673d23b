import { isPair, type YAMLMap } from "yaml";
import { keyText, offsetsOf } from "./yaml-value.js";

/** The range of one pair of a mapping, including its separators. */
export function pairRemoval(
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
