const sampleSize = 8192;

/** Whether bytes are no text: they hold a zero byte or are not valid UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleSize);
  if (sample.includes(0)) return true;
  try {
    // The sample may end inside a character, which `stream` forgives.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return false;
  } catch {
    return true;
  }
}

/** Decodes UTF-8 and leaves out a character that the end cuts in two. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}
