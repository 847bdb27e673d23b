import type { Range } from "@toolkiln/generator";

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Level {
  /** The position in a list, or undefined in an object. */
  index: number | undefined;
  key: string;
}

/** Finds where parts of a JSON text stand, in one pass whatever its size. */
export function jsonPlaces(text: string, pointers: ReadonlySet<string>): Map<string, Range> {
  const places = new Map<string, Range>();
  const offsets: { readonly pointer: string; readonly from: number; readonly length: number }[] = [];
  const levels: Level[] = [];
  let pointer = "";
  const note = (from: number, length: number): void => {
    if (pointers.has(pointer)) offsets.push({ pointer, from, length });
  };
  const enter = (): void => {
    const level = levels.at(-1);
    if (level === undefined) return;
    const step = level.index === undefined ? level.key : String(level.index);
    pointer += `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  };
  const leave = (): void => {
    pointer = pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
  };
  for (const match of text.matchAll(token)) {
    const [word] = match;
    const level = levels.at(-1);
    const follows = text.slice(match.index + word.length, match.index + word.length + 64).trimStart();
    if (word === ",") {
      if (level?.index !== undefined) level.index++;
    } else if (word === "}" || word === "]") {
      levels.pop();
      leave();
    } else if (word === "{" || word === "[") {
      enter();
      note(match.index, 1);
      levels.push({ index: word === "[" ? 0 : undefined, key: "" });
    } else if (
      word.startsWith('"') &&
      level !== undefined &&
      level.index === undefined &&
      follows.startsWith(":")
    ) {
      level.key = JSON.parse(word) as string;
    } else if (word !== ":") {
      enter();
      note(match.index, word.length);
      leave();
    }
  }
  const starts = lineStarts(text);
  for (const { pointer: found, from, length } of offsets) {
    const start = position(starts, from);
    places.set(found, { start, end: { line: start.line, column: start.column + length } });
  }
  return places;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function position(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
