/** The codes of failures that toolkiln itself reports; a tool's own codes stand beside them. */
export const toolErrorCodes = [
  "Cancelled",
  "Denied",
  "Timeout",
  "ValidationFailed",
  "NotAvailable",
  "ToolNotFound",
  "QueueFull",
  "InvalidResult",
  "OutcomeUnknown",
] as const;

/** A code of ours, or the tool's own, or the name of the error that was thrown. */
export type ToolErrorCode = (typeof toolErrorCodes)[number] | (string & {});

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
