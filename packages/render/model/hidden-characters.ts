/** A piece of text; `hidden` marks characters that would act or be invisible. */
export interface VisiblePart {
  readonly text: string;
  readonly hidden: boolean;
}

/** How line breaks are treated: `keep` in text of many lines, `show` where one line must stay one line. */
export type LineBreaks = "keep" | "show";

// Emoji need joiners and variation selectors to be themselves. At most eight are joined, because a
// terminal that does not know the sequence draws each of them.
const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?){0,7}|[0-9#*]\uFE0F?\u20E3`;
// Controls (C0, DEL, C1), everything Unicode draws as nothing, direction marks, line separators,
// halves of surrogate pairs, annotation marks, and the ninth mark stacked on one letter.
const hidden = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u{FFF9}-\u{FFFB}]|(?<=\p{M}{8})\p{M}`;
const pattern = new RegExp(`(${emoji})|${hidden}`, "gu");
const harmless = /^[\x20-\x7E\n\t\xA1-\xAC\xAE-\u024F\u2500-\u257F]*$/;

const names: Readonly<Record<string, string>> = {
  "\b": String.raw`\b`,
  "\t": String.raw`\t`,
  "\n": String.raw`\n`,
  "\v": String.raw`\v`,
  "\f": String.raw`\f`,
  "\r": String.raw`\r`,
};

/** Splits text into what can be shown as it is and visible stand-ins for what cannot. */
export function splitHidden(text: string, lineBreaks: LineBreaks = "keep"): VisiblePart[] {
  if (text === "") return [];
  if (harmless.test(text) && (lineBreaks === "keep" || !/[\n\t]/.test(text)))
    return [{ text, hidden: false }];
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [character, allowed] = match;
    if (allowed !== undefined) continue;
    if (lineBreaks === "keep" && (character === "\n" || character === "\t")) continue;
    const last = parts.at(-1);
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hidden: false });
    if (match.index === end && last?.hidden === true) {
      parts[parts.length - 1] = { text: last.text + standIn(character), hidden: true };
    } else parts.push({ text: standIn(character), hidden: true });
    end = match.index + character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hidden: false });
  return parts;
}

/** Text in which every character that would act or not be seen is replaced by a visible stand-in. */
export function showHidden(text: string, lineBreaks: LineBreaks = "keep"): string {
  return splitHidden(text, lineBreaks)
    .map((part) => part.text)
    .join("");
}

function standIn(character: string): string {
  const name = names[character];
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
