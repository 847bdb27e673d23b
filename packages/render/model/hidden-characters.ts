/** A piece of text; `hidden` marks control or invisible characters. */
export interface VisiblePart {
  readonly text: string;
  readonly hidden: boolean;
}

/** `keep` leaves line breaks and tabs as they are; `show` replaces them with `\n` and `\t`, for one-line text. */
export type LineBreaks = "keep" | "show";

// Emoji need joiners and variation selectors. At most eight are joined: a terminal that does not support the sequence
// draws each one.
const emoji = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?){0,7}|[0-9#*]\uFE0F?\u20E3`;
// Controls (C0, DEL, C1), invisible characters, bidi controls, line separators, lone surrogates, annotation marks, and
// the ninth and later combining marks on a letter.
const hidden = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u{FFF9}-\u{FFFB}]|(?<=\p{M}{8})\p{M}`;
const pattern = new RegExp(`(${emoji})|${hidden}`, "gu");
const harmless = /^[\x20-\x7E\n\t\xA1-\xAC\xAE-\u024F\u2500-\u257F]*$/;

/** Splits text into plain parts and visible replacements. */
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

/** Replaces control and invisible characters with visible ones. */
export function showHidden(text: string, lineBreaks: LineBreaks = "keep"): string {
  return splitHidden(text, lineBreaks)
    .map((part) => part.text)
    .join("");
}

function standIn(character: string): string {
  const escaped = JSON.stringify(character).slice(1, -1);
  if (/^\\[a-z]$/.test(escaped)) return escaped;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
