import { hash } from "node:crypto";

/** The hash of a file's bytes; empty when there is no such file. */
export function hashOfFile(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "" : hash("sha256", bytes, "base64");
}

/** The hash that a file with this text has. */
export function hashOfText(text: string): string {
  return hash("sha256", text, "base64");
}
