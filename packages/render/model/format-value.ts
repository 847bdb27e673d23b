import { toPlainValue } from "@toolkiln/runtime/json";
import type { FieldType } from "@toolkiln/runtime/kinds";

/** A value as text, with its type for styling and alignment. */
export interface FormattedValue {
  readonly text: string;
  readonly type: FieldType | "null" | "other";
}

/** The type hints of a result, by field. */
export type FieldTypes = { readonly [field: string]: FieldType } | undefined;

export function typeOfField(fieldTypes: FieldTypes, field = ""): FieldType | undefined {
  return fieldTypes !== undefined && Object.hasOwn(fieldTypes, field) ? fieldTypes[field] : undefined;
}

/** Formats a value that is not an object, as the given type if the value fits it. */
export function formatValue(value: unknown, type?: FieldType): FormattedValue {
  if (value === undefined || value === null) return { text: value === null ? "null" : "", type: "null" };
  const hinted = type === undefined ? undefined : formatAs(value, type);
  if (hinted !== undefined) return { text: hinted, type: type ?? "other" };
  if (typeof value === "number" || typeof value === "bigint") return { text: String(value), type: "number" };
  if (typeof value === "boolean") return { text: String(value), type: "boolean" };
  return typeof value === "string"
    ? { text: value, type: "string" }
    : { text: JSON.stringify(toPlainValue(value)), type: "other" };
}

function formatAs(value: unknown, type: FieldType): string | undefined {
  if (type === "number") return isNumeric(value) ? groupDigits(value) : undefined;
  if (type === "boolean") return typeof value === "boolean" ? (value ? "yes" : "no") : undefined;
  if (type === "date") return formatDate(value);
  return typeof value === "string" ? value : undefined;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

/** Created once, on first use: creating a format takes longer than showing a small result. */
let digits: Intl.NumberFormat | undefined;

function groupDigits(value: number | bigint): string {
  const text = String(value);
  if (text.length < 4 || text.includes("e")) return text;
  digits ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
  return digits.format(value);
}

/** Pluralizes: `1 row`, `2,000 rows`. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${groupDigits(number)} ${number === 1 ? noun : plural}`;
}

/** A note about `number` values that are not shown, if any. */
export function more(number: number, noun: string): string[] {
  return number > 0 ? [`… ${count(number, `more ${noun}`)}`] : [];
}

/** Cuts text to `maxLength` characters, with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** A date and time in UTC, to the minute; undefined if invalid, or if a time has no offset. */
export function formatDate(value: unknown): string | undefined {
  if (typeof value === "string" && !isoDate.test(value)) return undefined;
  if (typeof value === "string" && value.length === 10) return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return undefined;
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A readable duration: `12 ms`, `1.9 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${groupDigits(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}
