import { MimeTypes } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { shown } from "./workspace.js";

const sampleSize = 8192;

/** Whether bytes are no text: their beginning holds a zero byte or is not valid UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  // The sample may end inside a character, which is forgiven.
  return textBegunBy(bytes.subarray(0, sampleSize)) === undefined;
}

/** The text of a whole file, which is the same bytes again when it is written; undefined when it is not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  return decode(bytes, false);
}

/** The text of the beginning of a file, without a character that the end cuts in two; undefined when it is not UTF-8. */
export function textBegunBy(bytes: Uint8Array): string | undefined {
  return decode(bytes, true);
}

function decode(bytes: Uint8Array, stream: boolean): string | undefined {
  if (bytes.subarray(0, sampleSize).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** The MIME type of a text file: by its name, or plain text. */
export function textTypeOf(path: string): string {
  const type = MimeTypes.getMimeType(path);
  return type === "application/octet-stream" ? "text/plain" : type;
}

/** The most bytes of a file that is changed in part, before the change and after it. */
const maxTextBytes = 10_485_760;

/** A file that cannot be changed without harm to what it holds. */
export class UnchangeableFileError extends Error {
  override readonly name = "UnchangeableFileError";
  readonly code: "BinaryFile" | "InvalidText" | "TooLarge";

  constructor(code: UnchangeableFileError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The text of a file that is to be changed: all of it, and such that writing it again gives the same bytes. */
export async function readText(workspace: Workspace, path: string): Promise<string> {
  const bytes = await workspace.readFile(path, { maxBytes: maxTextBytes + 1 });
  const name = shown(workspace, path);
  if (bytes.length > maxTextBytes) {
    throw new UnchangeableFileError("TooLarge", `'${name}' has more than ${maxTextBytes} bytes.`);
  }
  const text = textOf(bytes);
  if (text === undefined) throw new UnchangeableFileError("BinaryFile", `'${name}' is binary or not UTF-8.`);
  return text;
}

/** Refuses a text that could not be read again as it was written: half of a character has no bytes of its own. */
export function checkText(text: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  throw new UnchangeableFileError(
    "InvalidText",
    "The text holds half of a character, which cannot be written.",
  );
}

/** Refuses a change after which the file could not be changed any more. */
export function checkChangedSize(workspace: Workspace, path: string, bytes: number): void {
  if (bytes <= maxTextBytes) return;
  const name = shown(workspace, path);
  throw new UnchangeableFileError("TooLarge", `'${name}' would have more than ${maxTextBytes} bytes.`);
}
