/**
 * Whether an excerpt shows a text: a line `…` (in code `// …` or `# …`) stands for any number of lines, a `…` within a line for
 * anything in that line, and the rest is the same, character by character.
 */
export function matchesExcerpt(excerpt: string, text: string): boolean {
  const pattern = excerpt
    .trimEnd()
    .split("\n")
    .map((line) =>
      /^\s*(?:\/\/ |# )?…$/.test(line) ? "(?:.*\n)*?" : `${line.split("…").map(escape).join(".*")}\n`,
    );
  return new RegExp(`^${pattern.join("")}$`).test(`${text.trimEnd()}\n`);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
