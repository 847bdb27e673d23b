import { hash } from "node:crypto";

/** The hash of a text or of a file's bytes; empty when there is no such file. */
export function hashOf(contents: string | Uint8Array | undefined): string {
  return contents === undefined ? "" : hash("sha256", contents, "base64");
}
