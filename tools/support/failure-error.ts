/** An error that a tool returns as a failure with this code. */
export class FailureError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
