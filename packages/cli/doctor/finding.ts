/** One thing that was looked at. */
export interface Finding {
  readonly subject: string;
  readonly status: "fine" | "warning" | "problem";
  readonly message: string;
  readonly help?: string;
}

/** Something that is as it should be. */
export function fine(subject: string, message: string): Finding {
  return { subject, status: "fine", message };
}
