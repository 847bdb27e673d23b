import { visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** The sample characters that a position matches, one bit each. */
export type CharacterSet = bigint;

const lastPoint = 0x10ffff;
/** The start and the end of the text. */
const edges: Readonly<Record<string, number>> = { "^": -1, $: lastPoint + 1 };
/** Characters below this are samples; for `\p{…}`, all others are assumed to match. */
const tested = 128;
/** Code points above `tested` where `\s` or `.` starts or stops matching, and one that neither treats specially. */
const boundaries = [0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, lastPoint];
const commonSamples: ReadonlySet<number> = new Set([
  ...Object.values(edges),
  ...Array.from({ length: tested }, (_, point) => point),
  ...boundaries.flatMap(around),
]);
/** Cache of the sets of characters and classes, by source text, for patterns that need only the common samples: most do. */
const commonSets = new Map<string, CharacterSet>();
const maxCommonSets = 1000;
const property = /\\p\{/i;
const maxTests = 2_000_000;

interface CharacterSets {
  readonly sets: readonly CharacterSet[];
  /** Any character and the end of the text; undefined when a set is an overestimate. */
  readonly everything: CharacterSet | undefined;
}

/**
 * The sets of single characters, escapes and classes of a pattern with the flag `u`; undefined when there are too many.
 * Two of them have a character in common only if they have a sample in common: sets begin and end at samples.
 */
export function characterSets(syntax: AST.Pattern, sources: readonly string[]): CharacterSets | undefined {
  const samples = new Set(commonSamples);
  visitRegExpAST(syntax, {
    onCharacterEnter: ({ value }) => {
      for (const point of around(value)) samples.add(point);
    },
  });
  const distinct = new Set(sources);
  if ((distinct.size - 1) * samples.size > maxTests) return undefined;
  const sets = samples.size === commonSamples.size ? commonSets : new Map<string, CharacterSet>();
  if (sets.size >= maxCommonSets) sets.clear();
  for (const source of distinct) {
    if (sets.has(source)) continue;
    const isMember = membership(source);
    sets.set(source, BigInt(`0b${Array.from(samples, (point) => (isMember(point) ? 1 : 0)).join("")}`));
  }
  const isExact = !sources.some((source) => property.test(source));
  return {
    sets: sources.map((source) => sets.get(source) ?? 0n),
    // All but the highest bit: the first sample is the start of the text.
    everything: isExact ? (1n << BigInt(samples.size - 1)) - 1n : undefined,
  };
}

function around(point: number): number[] {
  return [point - 1, point, point + 1];
}

function membership(source: string): (point: number) => boolean {
  const only = edges[source] ?? (source.length === 1 && source !== "." ? source.charCodeAt(0) : undefined);
  if (only !== undefined) return (point) => point === only;
  if (source === "") return () => false;
  const expression = new RegExp(`^${source}$`, "u");
  const isAssumed = property.test(source);
  return (point) =>
    point >= 0 &&
    point <= lastPoint &&
    ((isAssumed && point >= tested) || expression.test(String.fromCodePoint(point)));
}
