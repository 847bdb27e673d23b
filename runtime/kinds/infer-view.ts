import { isRecord } from "../validation/value-type.js";
import { preferredViews, type PreferredView } from "./display-hints.js";
import type { WellKnownKind } from "./well-known-data.js";
import type { AnyResultValue } from "./tool-result-value.js";

/** The views that make sense for each well-known kind; the first is the one without a hint. */
const viewsOfKinds: Readonly<Record<WellKnownKind, readonly PreferredView[]>> = {
  text: ["text", "markdown", "code"],
  diff: ["diff", "code", "text"],
  file_content: ["code", "text", "markdown"],
  file_list: ["table", "tree", "text"],
  table: ["table", "tree", "text"],
  image: ["image"],
  structured: ["tree", "table", "code", "text", "markdown", "diff", "image"],
};

/**
 * Chooses the view for a result: the hints `hidden` and `raw` always win; a well-known kind has its own view, which
 * the hint may refine; any other kind goes by the hint, then the MIME type, then the shape of the data, then `raw`.
 */
export function inferView(value: AnyResultValue): PreferredView {
  const hint = preferredViews.find((view) => view === value.display?.preferredView);
  if (hint === "hidden" || hint === "raw") return hint;
  if (isWellKnown(value.kind)) return viewOfKind(value, value.kind, hint);
  return hint ?? viewOfMimeType(value.mimeType) ?? viewOfShape(value.data);
}

function isWellKnown(kind: string): kind is WellKnownKind {
  return Object.hasOwn(viewsOfKinds, kind);
}

function viewOfKind(
  { display, mimeType }: AnyResultValue,
  kind: WellKnownKind,
  hint: PreferredView | undefined,
): PreferredView {
  const [usual = "raw", ...others] = viewsOfKinds[kind];
  if (hint !== undefined) return others.includes(hint) ? hint : usual;
  if (kind !== "text") return usual;
  if (viewOfMimeType(mimeType) === "markdown") return "markdown";
  return display?.language === undefined ? usual : "code";
}

function viewOfMimeType(mimeType: unknown): PreferredView | undefined {
  if (typeof mimeType !== "string") return undefined;
  const type = mimeType.toLowerCase().split(";", 1)[0]?.trim() ?? "";
  if (type === "text/markdown") return "markdown";
  if (type.startsWith("text/")) return "text";
  if (type.startsWith("image/")) return "image";
  return /^application\/(.+\+)?json$/.test(type) ? "tree" : undefined;
}

function viewOfShape(data: unknown): PreferredView {
  if (typeof data === "string") return "text";
  try {
    return isTabular(data) ? "table" : "raw";
  } catch {
    // A getter or a proxy of the tool's threw.
    return "raw";
  }
}

/** Rows that are objects and share at least their first column. */
function isTabular(data: unknown): boolean {
  if (!Array.isArray(data)) return false;
  const [first]: readonly unknown[] = data;
  const [column] = isRecord(first) ? Object.keys(first) : [];
  if (column === undefined) return false;
  // Unlike `every`, it does not walk over holes, of which there may be billions.
  return data.findIndex((row: unknown) => !isRecord(row) || !Object.hasOwn(row, column)) < 0;
}
