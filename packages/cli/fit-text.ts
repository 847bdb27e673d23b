/** Minimum line width: narrower text is unreadable. */
const minColumns = 8;

/** Maximum width of a text in columns; ambiguous counts as wide. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** Alphabets, punctuation, arrows and box-drawing characters take one column, all others may take two. */
function isWide(code: number): boolean {
  return code >= 0x11_00 && !(code >= 0x1e_00 && code < 0x2e_80);
}

/** Truncates a line with an ellipsis if it does not fit. */
export function clipLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const [first = ""] = breakText(line, columns - 1);
  return `${first.trimEnd()}…`;
}

/** Breaks text at the last column; keeps every space. */
export function breakText(text: string, columns: number): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines = [""];
  let room = Math.max(minColumns, columns);
  for (const character of text) {
    const width = widthOf(character);
    if (width > room) {
      lines.push("");
      room = Math.max(minColumns, columns);
    }
    lines[lines.length - 1] += character;
    room -= width;
  }
  return lines;
}

/** Wraps text between words; breaks a word only if it is longer than a line. */
export function wrapText(text: string, columns: number): string[] {
  const width = Math.max(minColumns, columns);
  return text.split("\n").flatMap((paragraph) => {
    if (widthOf(paragraph) <= width) return [paragraph];
    const lines: string[] = [];
    for (const word of paragraph.split(" ")) {
      const extended = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && widthOf(extended) <= width) lines[lines.length - 1] = extended;
      else lines.push(...breakText(word, width));
    }
    return lines;
  });
}

/** Wraps text after a prefix, with a hanging indent as wide as the prefix. */
export function hangText(before: string, text: string, columns: number): string {
  const indent = widthOf(before);
  const [first = "", ...others] = wrapText(text, columns - indent);
  return [before + first, ...others.map((line) => " ".repeat(indent) + line)].join("\n");
}
