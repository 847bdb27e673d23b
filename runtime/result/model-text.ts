import { cutWithNote } from "./cut-text.js";

/** Characters of one text, such as an error's message; data has its own limit. */
const maxTextLength = 10_000;

/** A line of a stack trace. */
const stackLine = /\n[ \t]+at [^\n]*(?::\d+:\d+\)?|<anonymous>\)?|native\))(?=\n|$)/g;

/** An absolute path or file address in quotes: everything up to the closing quote. */
const quotedPath = /(["'`])((?:file:\/\/|[A-Za-z]:[\\/]|\\\\|\/)[^"'`\n]*[\\/][^"'`\n]*)(?=\1)/g;

/**
 * The same without quotes: up to the next blank. It has two names at least, so that `/items` of a JSON pointer is
 * none; nothing stands right before it, so that an address or a relative path is none; nor is the target of a request.
 */
const barePath =
  /file:\/\/[^\s"'`]+|\b[A-Za-z]:[\\/][^\s"'`]+|(?<!\\)\\\\[^\s"'`\\]+\\[^\s"'`]+|(?<![\w.~/\\@%*+-]|(?:GET|PUT|POST|HEAD|PATCH|DELETE|OPTIONS) )\/(?!\/)[^\s"'`/\\()<>]+\/[^\s"'`()<>]*/g;

/**
 * Text of a tool or an error as a model may read it: without stack lines, without folders of the machine (an absolute
 * path keeps its last name only), without broken characters, and unable to begin a line that looks like ours.
 */
export function toModelText(text: string): string {
  return keepLines(hideFolders(text));
}

/** The first two of these, for text that JSON makes safe otherwise. */
export function hideFolders(text: string): string {
  return shortened(text)
    .replaceAll(stackLine, "")
    .replaceAll(quotedPath, (_, quote: string, path: string) => quote + lastName(path))
    .replaceAll(barePath, lastName);
}

/** The same for text that is ours and may name places such as `/items/0`. */
export function keepLines(text: string): string {
  return shortened(text)
    .replaceAll(/(?![\t-\r\x85])[\p{Cc}\p{Cs}]/gu, "\ufffd")
    .replaceAll(/\r\n|[\n-\r\x85\u2028\u2029]/g, "\n  ");
}

function shortened(text: string): string {
  return text.length > maxTextLength ? cutWithNote(text, maxTextLength) : text;
}

function lastName(path: string): string {
  return `…/${path.split(/[\\/]+/).findLast((name) => name !== "") ?? ""}`;
}
