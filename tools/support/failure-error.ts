/** An error that a tool returns as a failure with this code. */
export class FailureError<Code extends string = string> extends Error {
  override readonly name: string = "FailureError";
  readonly code: Code;

  constructor(message: string, code: Code) {
    super(message);
    this.code = code;
  }
}
