import type { Diagnostic } from "@toolkiln/generator";

/** Whether a finding is one that a command fails for. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
