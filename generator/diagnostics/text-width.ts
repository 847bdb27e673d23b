/** Nearly all text is this, and as wide as it is long. */
const plain = /^[ -~]*$/;

/** Characters that take two columns: East Asian scripts and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Characters that take none of their own. */
const nothing = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;

let segmenter: Intl.Segmenter | undefined;

/** The columns that text takes in a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  // Making one takes longer than most commands: nobody should wait for it before it is needed.
  segmenter ??= new Intl.Segmenter("en");
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (!nothing.test(segment)) width += wide.test(segment) ? 2 : 1;
  }
  return width;
}
