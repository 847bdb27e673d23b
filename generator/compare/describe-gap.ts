import type { ManifestPath } from "../read/manifest-source.js";
import type { Gap } from "./schema-coverage.js";

/** Who reads the values: the tool reads parameters, callers read results. */
export type SchemaRole = "parameters" | "result";

/** Values that only the old schema accepts (lost), or only the new one (gained). */
export type Side = "lost" | "gained";

/** Describes a gap for authors. */
export function describeGap(gap: Gap, side: Side, role: SchemaRole): string {
  const name = valueName(gap.path);
  const subject = name === "" ? (role === "result" ? "The result" : "The parameters") : `\`${name}\``;
  return `${subject}: ${phrase(gap, side, role)}.`;
}

/** What happened to the values that a keyword concerns: in parameters, then in results if they differ. */
const phrases: Readonly<Record<Side, Readonly<Record<string, readonly [string, string?]>>>> = {
  lost: {
    values: ["no longer accepts", "can no longer be"],
    required: ["is now required", "is now always present"],
    false: ["is now rejected", "is no longer present"],
    additionalProperties: ["now rejects other properties"],
    unevaluatedProperties: ["now rejects other properties"],
    alternatives: ["no longer accepts one of its alternatives", "loses one of its alternatives"],
    uniqueItems: ["items must now be unique"],
    size: ["is too complex to compare"],
  },
  gained: {
    values: ["also accepts", "can now be"],
    required: ["is now optional", "can now be missing"],
    false: ["is now accepted", "can now be present"],
    additionalProperties: ["now accepts other properties"],
    unevaluatedProperties: ["now accepts other properties"],
    alternatives: ["accepts another alternative", "has another alternative"],
    uniqueItems: ["items can now repeat"],
    size: ["is too complex to compare"],
  },
};

function phrase({ keyword, values, narrow, wide, undecided }: Gap, side: Side, role: SchemaRole): string {
  const [inParameters = "", inResults = inParameters] =
    phrases[side][values === undefined ? keyword : "values"] ?? [];
  const known = role === "parameters" ? inParameters : inResults;
  if (values !== undefined) return `${known} ${keyword === "type" ? typeNames(values) : list(values)}`;
  if (keyword === "alternatives" && undecided === true) return "its alternatives changed";
  if (known !== "") return known;
  if (keyword === "enum") {
    const all = list([wide].flat());
    return side === "lost" ? `is now limited to ${all}` : `is no longer limited to ${all}`;
  }
  return side === "lost" ? change(keyword, narrow, wide) : change(keyword, wide, narrow);
}

function change(keyword: string, before: unknown, after: unknown): string {
  if (before === undefined) return `${keyword} ${show(after)} added`;
  if (after === undefined) return `${keyword} ${show(before)} removed`;
  if (typeof before === "object") return `\`${keyword}\` changed`;
  const isNumber = typeof before === "number" && typeof after === "number";
  const verb = isNumber ? (after > before ? "raised" : "lowered") : "changed";
  return `${keyword} ${verb} from ${show(before)} to ${show(after)}`;
}

function typeNames(types: readonly unknown[]): string {
  const names = types.map((type) => String(type).replace(/^(?!null|true|false).*/, "$&s")).join(", ");
  return names.replace("true, false", "booleans").replace("integers, fractions", "numbers");
}

function list(values: readonly unknown[]): string {
  return values.map(show).join(", ");
}

const maxLength = 80;

/** A value as code, shortened. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  const isWord = value === null || typeof value === "number" || typeof value === "boolean";
  return isWord ? short : `\`${short.replaceAll("`", "'")}\``;
}

/** The name of a value: `filter.tags[]`. */
export function valueName(path: ManifestPath): string {
  let name = "";
  for (let index = 0; index < path.length; index++) {
    const step = path[index];
    if (step === "properties" && index + 1 < path.length) name += `${name === "" ? "" : "."}${path[++index]}`;
    else if (step === "prefixItems" && index + 1 < path.length) name += `[${path[++index]}]`;
    else if (step === "items") name += "[]";
    else if (step === "patternProperties" && index + 1 < path.length) name += `[/${path[++index]}/]`;
    else if (step === "additionalProperties" || step === "unevaluatedProperties") name += "[*]";
  }
  return name;
}
