/** A piece of a line: plain text or code. */
export type Inline = string | { readonly code: string };

/** A part of a page, without markup. */
export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: "code"; readonly code: string };

export type TableRow = readonly (readonly Inline[])[];

/** Splits an author's text at backticks. */
export function inlineOf(text: string): readonly Inline[] {
  return text
    .split(/(`[^`\n]+`)/)
    .filter((part) => part !== "")
    .map((part) => (/^`.+`$/.test(part) ? { code: part.slice(1, -1) } : part));
}
