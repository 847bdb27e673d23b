/** A piece of a line: plain text or code. */
export type Inline = string | { readonly code: string };

/** A part of a page, in no markup yet. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: "code"; readonly code: string };

/** The cells of a row. */
export type TableRow = readonly (readonly Inline[])[];

/** A text of an author, in which only backticks mean something. */
export function inlineOf(text: string): readonly Inline[] {
  return text
    .split(/(`[^`\n]+`)/)
    .filter((part) => part !== "")
    .map((part) => (/^`.+`$/.test(part) ? { code: part.slice(1, -1) } : part));
}
