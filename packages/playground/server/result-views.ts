import { isRecord, resultFromJson } from "@toolkiln/runtime/json";
import type { Outcome, OutcomeSummary, ResultTable, TextView } from "../protocol.js";

/** A longer line goes on in the next one: the page gives all lines the same height, and browsers limit the sum. */
const longestLine = 400;
const mostLines = 1_000_000;
const mostColumns = 50;
/** Rows whose columns are looked up. */
const sampleSize = 100;

/** An outcome without its data. */
export function summarizeOutcome(outcome: Outcome): OutcomeSummary {
  const { approval, durationMs, trace, result } = outcome;
  const { success, kind = "", artifacts = [], data } = result;
  const rows = rowsOf(data)?.length;
  return {
    ...{ approval, durationMs, trace, success, kind },
    artifacts: artifacts.map(({ type, path, action }) => ({ type, path, action })),
    ...(textOf(data) !== undefined && { lines: linesOf(outcome, "text").length }),
    ...(rows !== undefined && { rows }),
  };
}

/** A view of an outcome as lines of limited length. */
export function linesOf({ result, envelope }: Outcome, view: TextView): readonly string[] {
  if (view === "model") return breakLines(resultFromJson(result).toLlmContext());
  if (view === "text") return breakLines(textOf(result.data) ?? "");
  return breakLines(JSON.stringify(view === "json" ? result : envelope, undefined, 2));
}

function breakLines(text: string): readonly string[] {
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

/** The rows of a table or a listing, or any list of objects. */
function rowsOf(data: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const holder: Record<string, unknown> = isRecord(data) ? data : {};
  const list: unknown = [data, holder["rows"], holder["entries"]].find((one) => Array.isArray(one));
  return Array.isArray(list) && list.length > 0 && list.every(isRecord) ? list : undefined;
}

/** The table in data, each cell as text. */
export function tableOf(data: unknown): ResultTable {
  const rows = rowsOf(data) ?? [];
  const given = isRecord(data) && Array.isArray(data["columns"]) ? data["columns"].filter(isRecord) : [];
  const sample = rows.slice(0, sampleSize);
  const declared =
    given.length > 0 ? given : [...new Set(sample.flatMap(Object.keys))].map((key) => ({ key }));
  const columns = declared.slice(0, mostColumns).map(({ key, label = key }: Record<string, unknown>) => ({
    key: String(key),
    label: String(label),
    numeric: sample.every((row) => typeof (row[String(key)] ?? 0) === "number"),
  }));
  return { columns, rows: rows.map((row) => columns.map(({ key }) => cellText(row[key]))) };
}

function cellText(value: unknown = null): string {
  const text = typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
  return text.slice(0, longestLine);
}
