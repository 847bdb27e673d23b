/** The image types that a model or a page can show, told from the first bytes. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const startsWith = (...signature: readonly number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  if (startsWith(0x52, 0x49, 0x46, 0x46) && text(bytes.subarray(8, 12)) === "WEBP") return "image/webp";
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/.test(
    text(bytes.subarray(0, 1000)),
  )
    ? "image/svg+xml"
    : undefined;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
