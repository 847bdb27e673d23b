/** A value as it would be written in JSON, shortened. */
export const quoted = (value: unknown): string => shortened(JSON.stringify(value) ?? "nothing");

export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

const maxWords = 12;

/** Alternatives for a message: "`a`, `b` or `c`". */
export const oneOf = (values: Iterable<unknown>): string => wordList(values, "or");

/** A list of words for a message: "`a`, `b` and `c`". */
export function wordList(values: Iterable<unknown>, conjunction: "and" | "or" = "and"): string {
  const words: string[] = [];
  for (const value of values) {
    if (words.length === maxWords) return `${words.join(", ")}, …`;
    words.push(`\`${typeof value === "string" ? value : quoted(value)}\``);
  }
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1) ?? ""}`;
}

/** The name of a path for a message: `schema.properties.path`. */
export function pathName(path: readonly (string | number)[]): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return path.length === 0 ? "The manifest" : `\`${parts.join("").replace(/^\./, "")}\``;
}

export const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
