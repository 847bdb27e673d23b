import type { ManifestPath } from "../read/manifest-source.js";
import type { Bound } from "./bounds.js";
import type { Gap } from "./gap.js";

/** Which values differ: those that only the old schema accepted, or those that only the new one accepts. */
export type Side = "lost" | "gained";

/** What a gap means, in the words of an author. */
export function describeGap(gap: Gap, side: Side, of: "parameters" | "result"): string {
  const [before, after] = side === "lost" ? [gap.narrow, gap.wide] : [gap.wide, gap.narrow];
  const name = valueName(gap.path);
  const subject = name === "" ? (of === "result" ? "The result" : "The parameters") : `\`${name}\``;
  return `${subject}: ${phrase(gap, side, of, before, after)}.`;
}

function phrase(
  { keyword, values, wide }: Gap,
  side: Side,
  of: string,
  before: unknown,
  after: unknown,
): string {
  const lost = side === "lost";
  const isInput = of === "parameters";
  switch (keyword) {
    case "type":
    case "enum": {
      if (values === undefined)
        return lost ? `now only accepts ${list(wide)}` : `is no longer limited to ${list(wide)}`;
      const named = keyword === "type" ? values.map(String).map(typeName) : values.map(show);
      const all = [...new Set(named)].join(", ");
      if (isInput) return lost ? `no longer accepts ${all}` : `also accepts ${all}`;
      return lost ? `can no longer be ${all}` : `can now be ${all}`;
    }
    case "required":
      if (isInput) return lost ? "is now required" : "is now optional";
      return lost ? "is now always present" : "can now be missing";
    case "false":
      if (!isInput) return lost ? "is no longer present" : "can now be present";
      return lost ? "is now refused" : "is now accepted";
    case "additionalProperties":
    case "unevaluatedProperties":
      return lost ? "now refuses other properties" : "now accepts other properties";
    case "uniqueItems":
      return lost ? "items must now be unique" : "items can now repeat";
    case "size":
      return "is too complex to compare";
    default:
      return change(keyword, before, after);
  }
}

function change(keyword: string, before: unknown, after: unknown): string {
  const [old, now] = [plain(before), plain(after)];
  if (old === undefined && now === undefined) return `\`${keyword}\` changed`;
  if (old === undefined) return `${keyword} ${show(now)} added`;
  if (now === undefined) return `${keyword} ${show(old)} removed`;
  const isNumber = typeof before === "number" && typeof after === "number";
  const verb = isNumber ? (after > before ? "raised" : "lowered") : "changed";
  return `${keyword} ${verb} from ${show(old)} to ${show(now)}`;
}

/** A limit that is set by another keyword is named with it. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("written" in value)) return value;
  const { keyword, written } = value as Bound;
  return `${keyword} ${written}`;
}

const typeNames: Readonly<Record<string, string>> = {
  fraction: "fractions",
  integer: "integers",
  string: "strings",
  array: "lists",
  object: "objects",
  boolean: "booleans",
};

function typeName(type: string): string {
  return typeNames[type] ?? type;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(show).join(", ") : show(values);
}

const longest = 80;

/** A value as code, shortened. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return typeof value === "number" ? short : `\`${short.replaceAll("`", "'")}\``;
}

/** What a value is called: `filter.tags[]`. */
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
