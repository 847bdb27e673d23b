import { escapeInvisible } from "./escape-invisible.js";

/** A paragraph of a documentation comment: text, which never becomes a tag, or a tag with its text. */
export type DocParagraph = string | DocTag;

interface DocTag {
  readonly tag: "default" | "deprecated";
  readonly text: string;
}

/** Text that can stand inside a documentation comment: nothing in it can end the comment or steer the compiler. */
function commentText(text: string): string {
  const visible = escapeInvisible(text.replaceAll(/\r\n?/g, "\n"));
  return visible.replaceAll("*/", "*\\/").replaceAll(tagStart, "&#64;").trim();
}

/**
 * An `@` that begins a tag: at the start of a line or a word, or after a brace. Some words are looked for everywhere:
 * `stripInternal` removes declarations whose comments contain `@internal`, and bundlers keep comments that contain
 * `@license`.
 */
const tagStart = /(?<=^|[\s{*])@|@(?=internal|ts-|jsx|license|preserve|__)/gmu;

/** A documentation comment of some paragraphs, with its line end; empty when they say nothing. */
export function docComment(paragraphs: readonly DocParagraph[], indent: string): string {
  const lines = paragraphs
    .map((paragraph) =>
      typeof paragraph === "string"
        ? commentText(paragraph)
        : `@${paragraph.tag} ${commentText(paragraph.text)}`.trimEnd(),
    )
    .filter((text) => text !== "")
    .join("\n")
    .split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join("\n")}\n${indent} */\n`;
}
