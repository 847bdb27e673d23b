import { isRecord } from "@toolkiln/runtime/json";
import type { ListPage, Outcome, RowPage, TextView } from "../protocol.js";

/** Which rows are wanted, in which order. */
export interface RowQuery {
  readonly sort: string;
  readonly descending: boolean;
  /** Text that a cell of the row contains, whatever its case. */
  readonly filter: string;
}

/** A longer line goes on in the next one: the page gives all lines the same height, and browsers limit the sum. */
const longestLine = 400;
const mostLines = 1_000_000;
const mostColumns = 50;
/** Rows that are looked at to find out what columns there are. */
const sampleSize = 100;

/** The parts of an outcome that are too long to be sent whole, made when they are first asked for. */
export class ResultPages {
  readonly #outcome: Outcome;
  readonly #table: Table | undefined;
  readonly #lines = new Map<TextView, readonly string[]>();
  #arranged: { readonly key: string; readonly rows: readonly (readonly string[])[] } = { key: "", rows: [] };

  constructor(outcome: Outcome) {
    this.#outcome = outcome;
    this.#table = tableOf(outcome.result["data"]);
  }

  /** How much there is of what can be read at length. */
  get sizes(): { lines?: number; rows?: number } {
    const hasText = textOf(this.#outcome.result["data"]) !== undefined;
    return {
      ...(hasText && { lines: this.#linesOf("text").length }),
      ...(this.#table !== undefined && { rows: this.#table.rows.length }),
    };
  }

  lines(view: TextView, from: number, count: number): ListPage<string> {
    const lines = this.#linesOf(view);
    return { total: lines.length, items: lines.slice(from, from + count) };
  }

  rows(query: RowQuery, from: number, count: number): RowPage {
    const table = this.#table ?? { columns: [], rows: [] };
    const key = JSON.stringify(query);
    if (this.#arranged.key !== key) this.#arranged = { key, rows: arrange(table, query) };
    const { rows } = this.#arranged;
    const items = rows.slice(from, from + count).map((row) => row.map((cell) => cell.slice(0, longestLine)));
    return { total: rows.length, columns: table.columns, items };
  }

  #linesOf(view: TextView): readonly string[] {
    const lines = this.#lines.get(view) ?? breakLines(viewText(this.#outcome, view));
    this.#lines.set(view, lines);
    return lines;
  }
}

function viewText({ result, modelText, envelope }: Outcome, view: TextView): string {
  if (view === "model") return modelText;
  if (view === "text") return textOf(result["data"]) ?? "";
  return JSON.stringify(view === "json" ? result : envelope, undefined, 2);
}

/** Splits a text into lines of limited length. */
export function breakLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    for (let at = 0; at === 0 || at < line.length; at += longestLine)
      lines.push(line.slice(at, at + longestLine));
    if (lines.length > mostLines) return [...lines.slice(0, mostLines), "… cut here"];
  }
  return lines;
}

function textOf(data: unknown): string | undefined {
  const text = isRecord(data) ? data["content"] : data;
  return typeof text === "string" ? text : undefined;
}

interface Table {
  readonly columns: RowPage["columns"];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The rows of a table or a listing, or any list of objects. */
function tableOf(data: unknown): Table | undefined {
  const holder: Record<string, unknown> = isRecord(data) ? data : {};
  const list: unknown = [data, holder["rows"], holder["entries"]].find((one) => Array.isArray(one));
  if (!Array.isArray(list) || list.length === 0 || !list.every(isRecord)) return undefined;
  const rows: Table["rows"] = list;
  const declared = Array.isArray(holder["columns"]) ? holder["columns"].filter(isRecord) : [];
  const labels = new Map(declared.map(({ key, label }) => [String(key), String(label ?? key)]));
  const sample = rows.slice(0, sampleSize);
  const keys = labels.size > 0 ? [...labels.keys()] : [...new Set(sample.flatMap(Object.keys))];
  const columns = keys.slice(0, mostColumns).map((key) => ({
    key,
    label: labels.get(key) ?? key,
    numeric: sample.every((row) => typeof (row[key] ?? 0) === "number"),
  }));
  return { columns, rows };
}

const collator = new Intl.Collator("en", { numeric: true });

function arrange(
  { columns, rows }: Table,
  { sort, descending, filter }: RowQuery,
): readonly (readonly string[])[] {
  const factor = descending ? -1 : 1;
  const ordered = sort === "" ? rows : rows.toSorted((a, b) => factor * compareValues(a[sort], b[sort]));
  const cells = ordered.map((row) => columns.map(({ key }) => cellText(row[key])));
  const wanted = filter.toLowerCase();
  return wanted === ""
    ? cells
    : cells.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)));
}

function compareValues(a: unknown, b: unknown): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(cellText(a), cellText(b));
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
