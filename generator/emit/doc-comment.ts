import { escapeInvisible } from "./escape-invisible.js";

/** Text that can stand inside a documentation comment: nothing in it can end the comment or steer the compiler. */
function commentText(text: string): string {
  const visible = escapeInvisible(text.replaceAll(/\r\n?/g, "\n"));
  return visible
    .replaceAll("*/", "*\\/")
    .replaceAll(/@(?=ts-)/g, "&#64;")
    .trim();
}

/** A documentation comment of some paragraphs, with its line end; empty when they say nothing. */
export function docComment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs
    .map(commentText)
    .filter((text) => text !== "")
    .join("\n")
    .split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join("\n")}\n${indent} */\n`;
}
