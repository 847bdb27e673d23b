const kindPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/;

/** Whether a name can be a kind of result: lowercase, underscores, dots for namespaces. */
export function isValidKind(kind: unknown): kind is string {
  return typeof kind === "string" && kindPattern.test(kind);
}
