/** The key under which a root carries its envelope. */
export const envelopeKey = "__envelope";

/** Where a payload lies by default. */
const usualPath = "result";

/** A usable path: names with dots between, the first of which is not the envelope's. Anything else is `result`. */
export function toPayloadPath(path: unknown): string {
  if (typeof path !== "string") return usualPath;
  const names = path.split(".");
  return names.includes("") || names[0] === envelopeKey ? usualPath : path;
}

/** An object with nothing in it but a value at a path. */
export function nestAtPath(value: unknown, path: string): Record<string, unknown> {
  const [name = usualPath, ...rest] = path.split(".");
  return { [name]: rest.length === 0 ? value : nestAtPath(value, rest.join(".")) };
}
