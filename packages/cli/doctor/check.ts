import { presentFields } from "@toolkiln/runtime/json";

/** The result of one check of `toolkiln doctor`. */
export interface Check {
  readonly subject: string;
  readonly status: "ok" | "warning" | "error";
  readonly message: string;
  readonly help?: string;
}

/** Creates the result of a check. */
export function check(subject: string, status: Check["status"], message: string, help?: string): Check {
  return { subject, status, message, ...presentFields({ help }) };
}
