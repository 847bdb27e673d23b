const maxQuoted = 60;

/** Maximum text length of an error's `providedValue`. */
const maxProvided = 200;

/** A value in a few words, for the end of "expected …, got …". */
export function describeValue(value: unknown): string {
  if (typeof value === "string" && value.length > maxQuoted)
    return `${JSON.stringify(`${value.slice(0, maxQuoted)}…`)} (${value.length} characters)`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length ? `an array of length ${value.length}` : "an empty array";
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  const type = Object.prototype.toString.call(value).slice(8, -1);
  return type === "Object" ? "an object" : `a value of type ${type}`;
}

/** The type of a value in a few words, for values that must not be shown. */
export function describeType(value: unknown): string {
  if (typeof value === "object" || value === undefined) return describeValue(value);
  return `a ${typeof value} that is not shown`;
}

/** The `providedValue` of an error: cuts text, omits objects and arrays. */
export function providedValue(value: unknown): { readonly providedValue?: unknown } {
  if (value === undefined || (typeof value === "object" && value !== null)) return {};
  return { providedValue: typeof value === "string" ? value.slice(0, maxProvided) : value };
}
