/** One part of a project that `toolkiln doctor` looked at. */
export interface Check {
  readonly subject: string;
  readonly status: "ok" | "warning" | "error";
  readonly message: string;
  readonly help?: string;
}

/** Makes a check. */
export function check(subject: string, status: Check["status"], message: string, help?: string): Check {
  return { subject, status, message, ...(help !== undefined && { help }) };
}
