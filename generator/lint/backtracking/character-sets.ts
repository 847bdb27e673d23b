import { visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** The sample characters that a position matches, one bit each. */
export type CharacterSet = bigint;

const lastPoint = 0x10ffff;
/** The start and the end of the text. */
const edges: Readonly<Record<string, number>> = { "^": -1, $: lastPoint + 1 };
/** Characters below this are samples; for `\p{…}`, all others are assumed to match. */
const tested = 128;
/** Where `\s` and `.` begin and end beyond the tested characters, and a character outside of both. */
const boundaries = [0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, lastPoint];
const commonSamples = [
  ...Object.values(edges),
  ...Array.from({ length: tested }, (_, point) => point),
  ...boundaries.flatMap(around),
];
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
  const setOf = (isMember: (point: number) => boolean): CharacterSet =>
    BigInt(`0b${Array.from(samples, (point) => (isMember(point) ? 1 : 0)).join("")}`);
  const sets = new Map<string, CharacterSet>();
  for (const source of sources) {
    if (sets.has(source)) continue;
    if (sets.size * samples.size > maxTests) return undefined;
    sets.set(source, setOf(membership(source)));
  }
  const isExact = !sources.some((source) => property.test(source));
  return {
    sets: sources.map((source) => sets.get(source) ?? 0n),
    everything: isExact ? setOf((point) => point >= 0) : undefined,
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
