import { cutWithNote } from "./cut-text.js";

/** Maximum length of a text, such as an error message; data has its own limit. */
const maxTextLength = 10_000;

/** A line of a stack trace. */
const stackLine = /\n[ \t]+at [^\n]*(?::\d+:\d+\)?|<anonymous>\)?|native\))(?=\n|$)/g;

/** A quoted absolute path or file URL, up to the closing quote. */
const quotedPath = /(["'`])((?:file:\/\/|[A-Za-z]:[\\/]|\\\\|\/)[^"'`\n]*[\\/][^"'`\n]*)(?=\1)/g;

/** The same without quotes. Skips URLs, relative paths, HTTP request targets, and pointers of one name (`/items`). */
const barePath =
  /file:\/\/[^\s"'`]+|\b[A-Za-z]:[\\/][^\s"'`]+|(?<!\\)\\\\[^\s"'`\\]+\\[^\s"'`]+|(?<![\w.~/\\@%*+-]|(?:GET|PUT|POST|HEAD|PATCH|DELETE|OPTIONS) )\/(?!\/)[^\s"'`/\\()<>]+\/[^\s"'`()<>]*/g;

/** Text that is safe for a model: no stack traces, folders, broken characters or forged lines such as `Error: …`. */
export function toModelText(text: string): string {
  return indentLines(hideFolders(text));
}

/** Removes stack traces and folders, and limits the length; for text inside JSON. */
export function hideFolders(text: string): string {
  if (!/[\n/\\]/.test(text)) return shortened(text);
  return shortened(text)
    .replaceAll(stackLine, "")
    .replaceAll(quotedPath, (_, quote: string, path: string) => quote + lastName(path))
    .replaceAll(barePath, lastName);
}

/** Indents continuation lines and replaces broken characters. Keeps paths: our own text may contain `/items/0`. */
export function indentLines(text: string): string {
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
