/** Breaks text into lines that fit the columns; keeps every character. */
export function breakText(text: string, columns: number): string[] {
  const lines = [""];
  let room = columns;
  for (const character of text) {
    const width = widthOf(character);
    if (width > room && lines.at(-1) !== "") {
      lines.push("");
      room = columns;
    }
    lines[lines.length - 1] += character;
    room -= width;
  }
  return lines;
}

/** Alphabets, punctuation, arrows and box-drawing characters take one column, all others may take two. */
function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x11_00 || (code >= 0x1e_00 && code < 0x2e_80) ? 1 : 2;
}
