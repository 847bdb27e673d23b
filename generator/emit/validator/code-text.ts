/** A string literal in Ajv's code, which uses only double quotes. */
export const stringPattern: string = String.raw`"(?:[^"\\]|\\.)*"`;

/** Part of an expression (lazy); never ends inside a string. */
export const expressionPattern: string = `(?:${stringPattern}|[^"])*?`;

/** Replaces matches of a pattern in code, but not in strings. */
export function replaceCodeText(
  code: string,
  pattern: string,
  replace: (found: string, ...groups: readonly string[]) => string,
): string {
  return code.replaceAll(
    new RegExp(`${stringPattern}|${pattern}`, "gm"),
    (found: string, ...groups: readonly string[]) =>
      found.startsWith('"') ? found : replace(found, ...groups),
  );
}
