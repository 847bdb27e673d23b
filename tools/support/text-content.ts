import { MimeTypes } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
import { FailureError } from "./failure-error.js";

const sampleSize = 8192;

/** Whether bytes are binary: their beginning contains a zero byte or is not valid UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, sampleSize), { isPartial: true }) === undefined;
}

/**
 * Decodes a file; undefined when it is binary or not UTF-8. Encoding the text again yields the same bytes. A partial text
 * may end inside a character, which is left out.
 */
export function textOf(bytes: Uint8Array, { isPartial = false } = {}): string | undefined {
  if (bytes.subarray(0, sampleSize).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPartial });
  } catch {
    return undefined;
  }
}

/** The MIME type of a text file: by its name, or plain text. */
export function textTypeOf(path: string): string {
  const type = MimeTypes.getMimeType(path);
  return type === "application/octet-stream" ? "text/plain" : type;
}

/** The size limit of a file that is edited, before and after the change. */
const maxTextBytes = 10_485_760;

/** Reads a whole file; throws when it is too large. */
export async function readWhole(workspace: Workspace, path: string, maxBytes: number): Promise<Buffer> {
  const bytes = await workspace.readFile(path, { maxBytes: maxBytes + 1 });
  if (bytes.length <= maxBytes) return bytes;
  throw new FailureError(`'${workspace.relative(path)}' has more than ${maxBytes} bytes.`, "TooLarge");
}

/** Reads a file before an edit; throws when it is too large or not UTF-8. */
export async function readText(workspace: Workspace, path: string): Promise<string> {
  const text = textOf(await readWhole(workspace, path, maxTextBytes));
  if (text !== undefined) return text;
  throw new FailureError(`'${workspace.relative(path)}' is binary or not UTF-8.`, "BinaryFile");
}

/** Throws when a text contains an unpaired surrogate, which UTF-8 cannot encode. */
export function checkText(text: string): void {
  if (!/\p{Surrogate}/u.test(text)) return;
  const message = "The text contains an unpaired surrogate, which UTF-8 cannot encode.";
  throw new FailureError(message, "InvalidText");
}

/** Throws when the changed file would exceed the size limit. */
export function checkChangedSize(path: string, bytes: number): void {
  if (bytes <= maxTextBytes) return;
  throw new FailureError(`'${path}' would have more than ${maxTextBytes} bytes.`, "TooLarge");
}
