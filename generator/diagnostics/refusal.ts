const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is a file",
  EISDIR: "there is a folder of that name",
  EEXIST: "it exists already",
  EINVAL: "it is no regular file",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links lead in circles",
  EMFILE: "too many files are open",
};

/** Format of Node's system errors: "EDQUOT: disk quota exceeded, write". */
const systemMessage = /^E[A-Z0-9]+: (.+?), \w+/;

/** The reason of a file system error, as the end of a sentence; undefined for other errors. */
export function refusalReason(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  return reasons[String(error.code)] ?? systemMessage.exec(error.message)?.[1];
}

/** The reason of an error, as the end of a sentence: the file system's reason, or the message. */
export function refusalOf(error: unknown): string {
  return refusalReason(error) ?? (error instanceof Error ? error.message : String(error));
}
