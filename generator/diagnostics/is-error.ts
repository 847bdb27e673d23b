import type { Diagnostic } from "./diagnostic.js";

/** Whether a problem stops generation. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
