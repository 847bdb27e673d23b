/** Format of Node's system errors: "EDQUOT: disk quota exceeded, write". */
const systemMessage = /^E[A-Z0-9]+: (.+?), \w+/;

/** The reason for a file system error, as the end of a sentence; undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? systemMessage.exec(error.message)?.[1] : undefined;
}

/** The reason for an error, as the end of a sentence: the file system's reason, or the message. */
export function errorReason(error: unknown): string {
  return fileErrorReason(error) ?? (error instanceof Error ? error.message : String(error));
}
