/** Inclusive code point ranges, sorted and without overlap. */
export type Ranges = readonly (readonly [from: number, to: number])[];

const lastPoint = 0x10ffff;
/** For `\p{…}`, code points below this are tested one by one; all others are assumed to match. */
const tested = 256;

const digits = rangesBetween("09");
const words = rangesBetween("09AZ__az");
const spaces = rangesBetween(
  "\t\r  \u{a0}\u{a0}\u{1680}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{202f}\u{205f}\u{205f}\u{3000}\u{3000}\u{feff}\u{feff}",
);
const lineEnds = rangesBetween("\n\n\r\r\u{2028}\u{2029}");

/** Text start and end count as extra characters, before and after all others. */
export const textEdges: { readonly before: Ranges; readonly after: Ranges } = {
  before: [[-1, -1]],
  after: [[lastPoint + 1, lastPoint + 1]],
};
/** Any character, or the end of the text. */
export const anythingNext: Ranges = [[0, lastPoint + 1]];

const sets: Readonly<Record<string, Ranges>> = {
  ".": complement(lineEnds),
  "\\d": digits,
  "\\D": complement(digits),
  "\\w": words,
  "\\W": complement(words),
  "\\s": spaces,
  "\\S": complement(spaces),
};
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0, b: 8 };

const item =
  /\\u\{(?<braced>[0-9a-fA-F]+)\}|\\u(?<high>[dD][89abAB]..)\\u(?<low>[dD][c-fC-F]..)|\\u(?<four>.{4})|\\x(?<two>..)|\\c(?<control>.)|\\(?<escaped>[^])|(?<plain>[\ud800-\udbff][\udc00-\udfff]|[^])/g;

/** The characters that a literal, an escape or a class matches with the flag `u`; an overestimate for `\p{…}`. */
export function rangesOf(source: string): Ranges {
  if (/\\p\{/i.test(source)) return assumedRanges(source);
  if (!source.startsWith("[") || source.length === 1) return itemsOf(source)[0] ?? [];
  const isNegated = source.startsWith("[^");
  const inner = itemsOf(source.slice(isNegated ? 2 : 1, -1), true);
  const ranges = union(inner);
  return isNegated ? complement(ranges) : ranges;
}

export function intersect(one: Ranges, other: Ranges): boolean {
  return one.some(([from, to]) => other.some(([start, end]) => from <= end && start <= to));
}

export function union(all: readonly Ranges[]): Ranges {
  const merged: [number, number][] = [];
  for (const [from, to] of all.flat().toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Ranges from pairs of characters: first to second, third to fourth, and so on. */
function rangesBetween(bounds: string): Ranges {
  const points = Array.from(bounds, (bound) => bound.codePointAt(0) ?? 0);
  return points.flatMap((point, index) =>
    index % 2 === 0 ? [[point, points[index + 1] ?? point] as const] : [],
  );
}

function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= lastPoint) gaps.push([next, lastPoint]);
  return gaps;
}

function itemsOf(source: string, inClass = false): Ranges[] {
  const items: Ranges[] = [];
  let [from, isRange]: [number | undefined, boolean] = [undefined, false];
  for (const match of source.matchAll(item)) {
    const set = inClass && match[0] === "." ? undefined : sets[match[0]];
    const point = set ? undefined : pointOf(match.groups ?? {});
    if (isRange && from !== undefined && point !== undefined) {
      items.push([[from, point]]);
      [from, isRange] = [undefined, false];
    } else if (inClass && match[0] === "-" && from !== undefined) isRange = true;
    else {
      items.push(set ?? [[point ?? 0, point ?? 0]]);
      [from, isRange] = [point, false];
    }
  }
  // A hyphen at the end is literal.
  if (isRange) items.push([[45, 45]]);
  return items;
}

function pointOf(groups: Readonly<Record<string, string | undefined>>): number {
  const { braced, high, low, four, two, control, escaped, plain } = groups;
  if (high !== undefined && low !== undefined) {
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
  }
  const hexadecimal = braced ?? four ?? two;
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16);
  if (control !== undefined) return (control.codePointAt(0) ?? 0) % 32;
  return controls[escaped ?? ""] ?? (escaped ?? plain ?? "").codePointAt(0) ?? 0;
}

function assumedRanges(source: string): Ranges {
  const test = new RegExp(`^${source}$`, "u");
  const points = Array.from({ length: tested }, (_, point) => point).filter((point) =>
    test.test(String.fromCodePoint(point)),
  );
  return union([...points.map((point): Ranges => [[point, point]]), [[tested, lastPoint]]]);
}
