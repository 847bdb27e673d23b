/** How far around the cut to look for grapheme boundaries; longer graphemes are not natural text. */
const window = 64;

let segmenter: Intl.Segmenter | undefined;

/** The start of a text, at most `maxLength` units. Graphemes and runs of flag emoji longer than `window` may be split. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = Math.max(0, maxLength - window);
  const around = text.slice(start, maxLength + window);
  // Created once, because that takes longer than a cut.
  segmenter ??= new Intl.Segmenter();
  const index = segmenter.segment(around).containing(maxLength - start)?.index ?? 0;
  if (index > 0 || start === 0) return text.slice(0, start + index);
  const splitsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}

/** The start of a text and a note with its total length; only dots if the note does not fit. */
export function cutWithNote(text: string, limit: number, total: number | string = text.length): string {
  const note = `... [truncated, total ${total} chars]`;
  const mark = note.length <= limit ? note : "...".slice(0, limit);
  return cutText(text, limit - mark.length) + mark;
}
