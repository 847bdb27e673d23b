/** Characters that no reviewer sees, or that change how others are seen. Tabs and line feeds are left alone. */
const invisible =
  /(?![\t\n])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Nearly all text has none of them, which this finds out faster. */
const unusual = /[^\t\n -~]/;

/** Writes characters that are not seen as escapes; fit for comments and for string literals. */
export function escapeInvisible(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replaceAll(invisible, (character) =>
    Array.from({ length: character.length }, (_, unit) => {
      return `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    }).join(""),
  );
}
