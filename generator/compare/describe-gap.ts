import type { ManifestPath } from "../read/manifest-source.js";
import type { Gap } from "./schema-coverage.js";

/** Values that only the old schema accepts (lost), or only the new one (gained). */
export type Side = "lost" | "gained";

/** How the accepted values changed, by keyword. */
const phrases: Readonly<Record<string, Readonly<Record<Side, string>>>> = {
  values: { lost: "no longer allows", gained: "now allows" },
  required: { lost: "is now required", gained: "is now optional" },
  false: { lost: "is no longer allowed", gained: "is now allowed" },
  additionalProperties: { lost: "no longer allows other properties", gained: "now allows other properties" },
  unevaluatedProperties: { lost: "no longer allows other properties", gained: "now allows other properties" },
  alternatives: { lost: "lost an alternative", gained: "has a new alternative" },
  uniqueItems: { lost: "items must now be unique", gained: "items can now repeat" },
  size: { lost: "is too complex to compare", gained: "is too complex to compare" },
};

/** Describes a gap in the author's terms, as a sentence about a subject. */
export function describeGap(subject: string, gap: Gap, side: Side): string {
  const change = changeOf(gap, side);
  // Phrases without a verb for the subject, such as "maximum lowered", follow a colon.
  return `${subject}${/^(?:is|has|lost|now|no)\b/.test(change) ? "" : ":"} ${change}.`;
}

function changeOf({ keyword, values, narrow, wide, undecided }: Gap, side: Side): string {
  const known = phrases[values === undefined ? keyword : "values"]?.[side];
  if (values !== undefined) return `${known} ${keyword === "type" ? typeNames(values) : list(values)}`;
  if (keyword === "alternatives" && undecided === true) return "its alternatives changed";
  if (known !== undefined) return known;
  if (keyword === "enum")
    return `is ${side === "lost" ? "now" : "no longer"} limited to ${list([wide].flat())}`;
  const [before, after] = side === "lost" ? [narrow, wide] : [wide, narrow];
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

const list = (values: readonly unknown[]): string => values.map((value) => show(value)).join(", ");

/** A value as text, shortened. */
export function show(value: unknown, maxLength = 80): string {
  const text = JSON.stringify(value) ?? "none";
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  const isWord = value === null || ["number", "boolean", "undefined"].includes(typeof value);
  return isWord ? short : `\`${short.replaceAll("`", "'")}\``;
}

/** Describes the change of a value; long values are not shown. */
export function describeChange(noun: string, old: unknown, now: unknown): string {
  const isLong = [old, now].some((value) => (JSON.stringify(value) ?? "").length > 60);
  return `${noun} changed${isLong ? "" : ` from ${show(old)} to ${show(now)}`}.`;
}

/** The name of a value as code, such as `filter.tags[]`; `root` for the root. */
export function subjectOf(path: ManifestPath, root = ""): string {
  return path.length === 0 ? root : `\`${valueName(path)}\``;
}

function valueName(path: ManifestPath, parent = ""): string {
  const [keyword, name = "", ...rest] = path;
  if (keyword === undefined) return parent;
  if (keyword === "properties") return valueName(rest, parent === "" ? String(name) : `${parent}.${name}`);
  if (keyword === "prefixItems") return valueName(rest, `${parent}[${name}]`);
  return valueName(path.slice(1), `${parent}[${keyword === "items" ? "" : "*"}]`);
}
