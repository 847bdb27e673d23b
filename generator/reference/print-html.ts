import type { Block, Inline, TableRow } from "./block.js";

/** Markup made by `tag`; everything else is escaped. */
export interface Html {
  readonly html: string;
}

/** Makes an element. Texts and attributes are escaped. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | boolean>>,
  ...children: readonly (Html | string)[]
): Html {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escape(String(value))}"`));
  const inner = children.map((child) => (typeof child === "string" ? escape(child) : child.html)).join("");
  return {
    html: `<${name}${list.join("")}>${name === "input" || name === "meta" ? "" : `${inner}</${name}>`}`,
  };
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Writes blocks as elements. */
export function printHtml(blocks: readonly Block[]): readonly Html[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case "heading":
        return tag("h4", {}, block.text);
      case "paragraph":
        return tag("p", {}, ...inline(block.text.map(reflow)));
      case "list":
        return tag("ul", {}, ...block.items.map((item) => tag("li", {}, ...inline(item))));
      case "table":
        return table(block.head, block.rows);
      case "code":
        return tag("pre", {}, tag("code", {}, block.code));
      default:
        return block satisfies never;
    }
  });
}

/** A line that only continues a sentence is joined to the line before it. */
function reflow(part: Inline): Inline {
  return typeof part === "string" ? part.replaceAll(/(?<![.:;!?])\n(?!\s*[-*\d])/g, " ") : part;
}

function table(head: readonly string[], rows: readonly TableRow[]): Html {
  const titles = head.map((title) => (title === "" ? tag("td", {}) : tag("th", { scope: "col" }, title)));
  const body = rows.map((row) => tag("tr", {}, ...row.map((cell) => tag("td", {}, ...inline(cell)))));
  return tag("table", {}, tag("thead", {}, tag("tr", {}, ...titles)), tag("tbody", {}, ...body));
}

/** Writes a line of text and code. */
export function inline(parts: readonly Inline[]): (Html | string)[] {
  return parts.map((part) => (typeof part === "string" ? part : tag("code", {}, part.code)));
}
