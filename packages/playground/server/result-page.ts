import type { RenderableResult } from "@toolkiln/render/html";
import { isRecord, resultFromJson } from "@toolkiln/runtime/json";
import type { Outcome, ResultPage, ResultQuery } from "../protocol.js";

/** Lines or rows per page; the renderer truncates longer pages. */
const pageLength = 400;
const maxColumns = 30;

type Table = readonly Readonly<Record<string, unknown>>[];

export function pageOf(outcome: Outcome, query: ResultQuery): ResultPage {
  const [content, show] = contentOf(outcome, query.view);
  const table = isTable(content) ? content : undefined;
  const columns = [...new Set(table?.slice(0, pageLength).flatMap(Object.keys))].slice(0, maxColumns);
  const items: readonly unknown[] = table ? filterAndSort(table, columns, query) : linesOf(content);
  if (!table && items.length <= pageLength) return { shown: show(content), columns, pages: 1 };
  const part = items.slice(query.page * pageLength, (query.page + 1) * pageLength);
  return {
    shown: show(table ? part : part.join("\n")),
    columns,
    pages: Math.max(1, Math.ceil(items.length / pageLength)),
    items: `${items.length.toLocaleString("en")} ${table ? "rows" : "lines"}`,
  };
}

/** The lines of a text; splits long lines to limit the size of a page. */
function linesOf(content: unknown): readonly string[] {
  const lines = typeof content === "string" ? content.split("\n") : [];
  return lines.flatMap((line) => (line.length <= 400 ? line : (line.match(/.{1,400}/gsu) ?? [])));
}

/** The text or table of a view, and a function that creates a result with only a part of it. */
function contentOf(
  { result, envelope }: Outcome,
  view: ResultQuery["view"],
): [content: unknown, show: (part: unknown) => RenderableResult] {
  const { data } = result;
  if (view === "model")
    return [resultFromJson(result).toLlmContext(), (content) => ({ kind: "text", data: { content } })];
  if (view !== "rendered") {
    const text = JSON.stringify(view === "json" ? result : envelope, undefined, 2);
    const file = { path: `${view}.json`, size: text.length };
    return [text, (content) => ({ kind: "file_content", data: { ...file, content } })];
  }
  const name = isRecord(data) && ["rows", "entries", "content"].find((key) => data[key] !== undefined);
  if (!isRecord(data) || !name) return [data, (part) => ({ ...result, data: part })];
  return [data[name], (part) => ({ ...result, data: { ...data, [name]: part } })];
}

function isTable(content: unknown): content is Table {
  return Array.isArray(content) && content.length > 0 && content.every(isRecord);
}

function filterAndSort(table: Table, columns: readonly string[], { sort, filter }: ResultQuery): Table {
  const wanted = filter.toLowerCase();
  const isMatch = (value: unknown): boolean => cellText(value).toLowerCase().includes(wanted);
  const found = wanted === "" ? table : table.filter((row) => columns.some((key) => isMatch(row[key])));
  const [key, factor] = sort.startsWith("-") ? [sort.slice(1), -1] : [sort, 1];
  return key === "" ? found : found.toSorted((a, b) => factor * compare(a[key], b[key]));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [cellText(a), cellText(b)];
  return one < other ? -1 : Number(one > other);
}

function cellText(value: unknown = null): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}
