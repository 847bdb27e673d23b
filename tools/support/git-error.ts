/** Why git has no answer; the tools turn it into a failure with this code. */
export class GitError extends Error {
  readonly code: "GitFailed" | "NotARepository" | "UnknownRevision";

  constructor(message: string, code: GitError["code"] = "GitFailed") {
    super(message);
    this.name = "GitError";
    this.code = code;
  }
}

/** The repository or its working tree changed while it was read; another try may succeed. */
export class ChangedMeanwhileError extends GitError {
  constructor() {
    super("The repository keeps changing while it is read. Try again.");
    this.name = "ChangedMeanwhileError";
  }
}
