/** A code of failures that toolkiln itself reports, or the tool's own, or the name of the error that was thrown. */
export type ToolErrorCode =
  | "Cancelled"
  | "Denied"
  | "Timeout"
  | "ValidationFailed"
  | "NotAvailable"
  | "ToolNotFound"
  | "QueueFull"
  | "InvalidResult"
  | "OutcomeUnknown"
  | (string & {});

/** Why a call failed. */
export interface ToolError {
  readonly code: ToolErrorCode | undefined;
  /** For the model and people. */
  readonly message: string;
  /** For programs. */
  readonly details?: unknown;
  /** What was thrown; for logs, never shown to a model. */
  readonly cause?: unknown;
}
