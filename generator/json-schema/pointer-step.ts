/** A name as a step of a JSON pointer. */
export function escapeStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name that a step of a JSON pointer stands for. */
export function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
