/** Lines are at least this wide: narrower text is unreadable. */
const leastColumns = 8;

/** Columns that a text takes at most; what may be wide counts as wide. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** Letters of alphabets, punctuation, arrows and what lines and bars are drawn of take one column, all else may take two. */
function isWide(code: number): boolean {
  return code >= 0x11_00 && !(code >= 0x1e_00 && code < 0x2e_80);
}

/** A line that ends with an ellipsis where it would not fit. */
export function clipLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const [first = ""] = breakText(line, columns - 1);
  return `${first.trimEnd()}…`;
}

/** Lines that are full to the last column, for texts of which no space may get lost. */
export function breakText(text: string, columns: number): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines = [""];
  let room = Math.max(leastColumns, columns);
  for (const character of text) {
    const width = widthOf(character);
    if (width > room) {
      lines.push("");
      room = Math.max(leastColumns, columns);
    }
    lines[lines.length - 1] += character;
    room -= width;
  }
  return lines;
}

/** Lines that end between words, and within one only where it has no room in a line of its own. */
export function wrapText(text: string, columns: number): string[] {
  const most = Math.max(leastColumns, columns);
  return text.split("\n").flatMap((paragraph) => {
    if (widthOf(paragraph) <= most) return [paragraph];
    const lines: string[] = [];
    for (const word of paragraph.split(" ")) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer;
      else lines.push(...breakText(word, most));
    }
    return lines;
  });
}

/** A text after something that stands before its first line; the others begin below its first word. */
export function hangText(before: string, text: string, columns: number): string {
  const indent = widthOf(before);
  const [first = "", ...others] = wrapText(text, columns - indent);
  return [before + first, ...others.map((line) => " ".repeat(indent) + line)].join("\n");
}

/** Where less than this would be left for the texts, they stand below what they are about. */
const leastBeside = 24;

/** Names, each with a text beside it or, where the terminal is too narrow, below it. */
export function describeNames(
  rows: readonly (readonly [name: string, text: string])[],
  columns: number,
): string[] {
  const width = Math.max(...rows.map(([name]) => widthOf(name))) + 3;
  const isNarrow = columns - width < leastBeside;
  return rows.flatMap(([name, text]) => {
    if (text === "") return [name];
    if (!isNarrow) return hangText(name + " ".repeat(width - widthOf(name)), text, columns).split("\n");
    return [...(name === "" ? [] : [name]), ...hangText("      ", text, columns).split("\n")];
  });
}
