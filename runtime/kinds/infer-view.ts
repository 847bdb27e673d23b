import { isRecord, ownValue } from "../validation/value-type.js";
import type { AnyResultValue } from "./tool-result-value.js";

const anyView = ["tree", "table", "code", "text", "markdown", "diff", "image"] as const;

/** A view that a result may request. */
export type PreferredView = (typeof anyView)[number] | "raw" | "hidden";

/** The views that suit each well-known kind; the first is the default. */
const viewsByKind: Readonly<Record<string, readonly PreferredView[]>> = {
  text: ["text", "markdown", "code"],
  diff: ["diff", "code", "text"],
  file_content: ["code", "text", "markdown"],
  file_list: ["table", "tree", "text"],
  table: ["table", "tree", "text"],
  image: ["image"],
  structured: anyView,
};

/**
 * Chooses the view for a result. The hints `hidden` and `raw` always win. A well-known kind uses the hint if that view
 * suits it, else its default view. Other kinds use the hint, the MIME type, or the shape of the data; else `raw`.
 */
export function inferView({ kind, data, display, mimeType }: AnyResultValue): PreferredView {
  const { preferredView, language } = display ?? {};
  if (preferredView === "hidden" || preferredView === "raw") return preferredView;
  const hint = anyView.find((view) => view === preferredView);
  const views = ownValue(viewsByKind, kind);
  if (views === undefined) return hint ?? viewForMimeType(mimeType) ?? viewForShape(data);
  if (hint === undefined && kind === "text") {
    if (viewForMimeType(mimeType) === "markdown") return "markdown";
    if (language !== undefined) return "code";
  }
  return views.find((view) => view === hint) ?? views[0] ?? "raw";
}

function viewForMimeType(mimeType: unknown): PreferredView | undefined {
  if (typeof mimeType !== "string") return undefined;
  const type = mimeType.toLowerCase().split(";", 1)[0]?.trim() ?? "";
  if (type === "text/markdown") return "markdown";
  if (type.startsWith("text/")) return "text";
  if (type.startsWith("image/")) return "image";
  return /^application\/(.+\+)?json$/.test(type) ? "tree" : undefined;
}

function viewForShape(data: unknown): PreferredView {
  if (typeof data === "string") return "text";
  try {
    return isTabular(data) ? "table" : "raw";
  } catch {
    // A getter or proxy threw.
    return "raw";
  }
}

/** Whether all rows are objects with a common first column. */
function isTabular(data: unknown): boolean {
  if (!Array.isArray(data)) return false;
  const [first]: readonly unknown[] = data;
  const [column] = isRecord(first) ? Object.keys(first) : [];
  if (column === undefined) return false;
  // `every` would skip holes, and a sparse array may have billions of them.
  return data.findIndex((row: unknown) => !isRecord(row) || !Object.hasOwn(row, column)) < 0;
}
