/** Characters that are not seen, or that change how others are seen. */
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Text that can stand inside a documentation comment: nothing in it can end the comment or steer the compiler. */
export function commentText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("*/", "*\\/")
    .replaceAll(/@(?=ts-)/g, "&#64;")
    .replaceAll(invisible, codePoint)
    .trim();
}

/** A documentation comment of some paragraphs; undefined when they say nothing. */
export function docComment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.map(commentText).filter((text) => text !== "").join("\n").split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join("\n")}\n${indent} */\n`;
}

function codePoint(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
