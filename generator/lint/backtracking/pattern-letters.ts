/** The bounds of `\d`, `\w`, `\s` and the dot, and of what is most often asked for by a property of Unicode. */
const commonBounds = Array.from(
  "\t\r !09AZ_az\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}" +
    "ªµºÀÖØöøÿĀſαωΑΩЀяאתءي٠०あア一龥가힣€😀",
);

/**
 * Characters of which each stands for all that the same atoms of a pattern match.
 *
 * An atom matches ranges; what begins at the bound of a range, or behind it, has an example here. For properties of
 * Unicode the bounds are not known, so that there may be characters which none of these stands for.
 */
export function lettersOf(atoms: ReadonlySet<string>): string[] {
  const points = [...commonBounds, ...[...atoms].flatMap(bounds)].flatMap((bound) => {
    const point = bound.codePointAt(0) ?? 0;
    return [point - 1, point, point + 1];
  });
  const tests = [...atoms].map((atom) => new RegExp(`^(?:${atom})$`, "u"));
  const examples = new Map<string, string>();
  for (const point of new Set(points)) {
    if (point < 0 || point > 0x10ffff) continue;
    const letter = String.fromCodePoint(point);
    const matched = tests.map((test) => (test.test(letter) ? 1 : 0)).join("");
    if (!examples.has(matched)) examples.set(matched, letter);
  }
  return [...examples.values()];
}

const written =
  /\\u\{(?<braced>[0-9a-fA-F]+)\}|\\u(?<high>[dD][89abAB]..)\\u(?<low>[dD][c-fC-F]..)|\\u(?<four>.{4})|\\x(?<two>..)|\\c(?<control>.)|\\[pP]\{[^}]*\}|\\(?<escaped>[^])|(?<plain>[^])/gu;
const controls: Readonly<Record<string, string>> = {
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  0: "\0",
  b: "\b",
};

/** The characters that an atom names. */
function bounds(atom: string): string[] {
  return [...atom.matchAll(written)].flatMap(({ groups = {} }) => {
    const { braced, high, low, four, two, control, escaped, plain } = groups;
    if (high !== undefined && low !== undefined) {
      return [String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))];
    }
    const hexadecimal = braced ?? four ?? two;
    if (hexadecimal !== undefined) return [String.fromCodePoint(Number.parseInt(hexadecimal, 16))];
    if (control !== undefined) return [String.fromCodePoint((control.codePointAt(0) ?? 0) % 32)];
    if (escaped !== undefined) return [controls[escaped] ?? escaped];
    return plain === undefined ? [] : [plain];
  });
}
