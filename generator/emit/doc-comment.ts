import { escapeInvisible } from "./literal.js";

/** A paragraph of a doc comment: text, in which tags are escaped, or a tag with its text. */
export type DocParagraph = string | DocTag;

interface DocTag {
  readonly tag: "default" | "deprecated";
  readonly text: string;
}

/** Escapes text for a doc comment, so that it cannot end the comment or add compiler directives. */
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

/** A doc comment with a trailing newline; empty when there is no text. */
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
