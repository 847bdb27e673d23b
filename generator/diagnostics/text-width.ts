/** ASCII: as wide as it is long. */
const plain = /^[ -~]*$/;

/** Double-width characters: East Asian and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Zero-width characters. */
const nothing = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;

let segmenter: Intl.Segmenter | undefined;

export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  // Lazy: creating a segmenter takes longer than most commands.
  segmenter ??= new Intl.Segmenter("en");
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (!nothing.test(segment)) width += wide.test(segment) ? 2 : 1;
  }
  return width;
}
