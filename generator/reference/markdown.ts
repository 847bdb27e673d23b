/** Escapes markup and mentions. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#@]/g, String.raw`\$&`);
}

/** A span of code; the delimiters have more backticks than the code. */
export function code(text: string): string {
  if (!text.includes("`")) return `\`${text}\``;
  const ticks = "`".repeat(longestTicks(text) + 1);
  return `${ticks} ${text} ${ticks}`;
}

/** An author's text, in which only backticks are markup. */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? code(part.slice(1, -1)) : plain(part)))
    .join("");
}

export function codeBlock(text: string): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}json\n${text}\n${fence}`;
}

export function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join("\n");
}

/** Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cell(text: string): string {
  return oneLine(text).replaceAll("|", String.raw`\|`);
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/g, " ");
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
