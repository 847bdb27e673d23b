import { MimeTypes } from "@toolkiln/runtime";

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
