import type { ManifestPath } from "../read/manifest-source.js";
import type { Gap } from "./gap.js";

/** Values that only the old schema accepts (lost), or only the new one (gained). */
export type Side = "lost" | "gained";

/** Describes a gap for authors. */
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
  if (before === undefined && after === undefined) return `\`${keyword}\` changed`;
  if (before === undefined) return `${keyword} ${show(after)} added`;
  if (after === undefined) return `${keyword} ${show(before)} removed`;
  const isNumber = typeof before === "number" && typeof after === "number";
  const verb = isNumber ? (after > before ? "raised" : "lowered") : "changed";
  return `${keyword} ${verb} from ${show(before)} to ${show(after)}`;
}

function typeName(type: string): string {
  return type === "null" ? type : `${type}s`;
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
