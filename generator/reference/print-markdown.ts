import type { Block, Inline } from "./block.js";

/** Prints blocks as Markdown; escapes their texts. */
export function printMarkdown(blocks: readonly Block[]): string {
  return blocks.map((block) => `${print(block)}\n`).join("\n");
}

function print(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `## ${oneLine(escape(block.text))}`;
    case "paragraph":
      return inline(block.text);
    case "list":
      return block.items.map((item) => `- ${oneLine(inline(item))}`).join("\n");
    case "table": {
      const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
      const cell = (text: readonly Inline[]): string => oneLine(inline(text)).replaceAll("|", String.raw`\|`);
      return [
        row(block.head),
        row(block.head.map(() => "---")),
        ...block.rows.map((cells) => row(cells.map(cell))),
      ].join("\n");
    }
    case "code":
      return `${fence(block.code)}json\n${block.code}\n${fence(block.code)}`;
    default:
      return block satisfies never;
  }
}

/** Writes a line of text and code. */
export function inline(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return escape(part);
      if (!part.code.includes("`")) return `\`${part.code}\``;
      const ticks = "`".repeat(longestTicks(part.code) + 1);
      return `${ticks} ${part.code} ${ticks}`;
    })
    .join("");
}

function escape(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/g, " ");
}

/** More backticks than the code has in a row. */
function fence(code: string): string {
  return "`".repeat(Math.max(3, longestTicks(code) + 1));
}

function longestTicks(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
}
