const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file",
  EINVAL: "it is no regular file",
  EISDIR: "there is a folder of that name",
  ELOOP: "its links lead in circles",
};

/** Why the file system refused something, in words that end a sentence. */
export function refusalOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
