/** How far from the cut a character's parts are looked for; only stacks of marks made to annoy are longer. */
const window = 64;

/** The beginning of a text, at most `maxLength` UTF-16 units, never cut inside what a reader sees as one character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = Math.max(0, maxLength - window);
  const around = text.slice(start, maxLength + window);
  const index = new Intl.Segmenter().segment(around).containing(maxLength - start)?.index ?? 0;
  if (index > 0 || start === 0) return text.slice(0, start + index);
  return text.slice(0, isLowSurrogate(text.charCodeAt(maxLength)) ? maxLength - 1 : maxLength);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
