const mostLines = 4;

/** The first lines in which a file differs from what would be generated; its header, which always differs, aside. */
export function shortDiff(found: string, wanted: string): string[] {
  const before = found.replaceAll("\r\n", "\n").split("\n").slice(1);
  const after = wanted.split("\n").slice(1);
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (same < shorter && before.at(-1 - same) === after.at(-1 - same)) same++;
  return [
    ...marked("-", before.slice(start, before.length - same)),
    ...marked("+", after.slice(start, after.length - same)),
  ];
}

function marked(mark: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, mostLines).map((line) => `${mark} ${line}`);
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, `${mark} … ${left} more`] : shown;
}
