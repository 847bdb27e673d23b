import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";
import type { ChangeCode, SchemaChange } from "./change.js";
import { describeGap, subjectOf, type Side } from "./describe-gap.js";
import { coverageGaps, type Gap } from "./schema-coverage.js";
import { schemaDiff } from "./schema-diff.js";

/** Who reads the values: the tool reads parameters, callers read results. */
export type SchemaRole = "parameters" | "result";

/** Keywords whose change can add and remove values, which is reported as two changes. */
const twoWayKeywords = new Set(["enum", "type", "required"]);
/** Keywords that are not appended to the path of a reported gap. */
const withoutPath = new Set(["required", "false", "size", "alternatives"]);

/**
 * Compares two schemas by the values that they accept. Parameters may only widen, results may only narrow. A removed
 * property is breaking, and so is an undecidable change.
 */
export function compareSchemas(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  role: SchemaRole,
): readonly SchemaChange[] {
  const isInput = role === "parameters";
  const [lost, gained] = [coverageGaps(before, after), coverageGaps(after, before)];
  const [breaking, harmless] = isInput ? [lost, gained] : [gained, lost];
  const { removed, added, changes } = schemaDiff(before, after);
  const broken = new Set(breaking.filter(({ keyword }) => !twoWayKeywords.has(keyword)).map(gapKey));
  const claim = isInput ? "all previous values are still accepted" : "all values match the previous schema";
  const changeOf = (gap: Gap, side: Side, code: ChangeCode): SchemaChange => {
    const path = withoutPath.has(gap.keyword) ? gap.path : [...gap.path, gap.keyword];
    const doubt = code === "TK7007" ? ` It is unclear whether ${claim}.` : "";
    const subject = subjectOf(gap.path, isInput ? "The schema of the parameters" : "The result");
    return { code, path, message: `${describeGap(subject, gap, side)}${doubt}` };
  };
  const propertyChange = (path: ManifestPath, code: ChangeCode, verb: string, kind = ""): SchemaChange => {
    const noun = !isInput ? "field" : path.length > 2 ? "property" : "parameter";
    return { code, path, message: `The ${kind}${noun} ${subjectOf(path)} was ${verb}.` };
  };
  const addedChange = (path: ManifestPath): readonly SchemaChange[] => {
    const gaps = breaking.filter((gap) => keyOf(gap.path) === keyOf(path));
    if (!isInput) return gaps.length > 0 ? [] : [propertyChange(path, "TK7301", "added")];
    const isRequired = gaps.some(({ keyword }) => keyword === "required");
    const [code, kind] = isRequired ? (["TK7003", "required "] as const) : (["TK7203", "optional "] as const);
    return [propertyChange(path, code, "added", kind)];
  };
  return [
    ...removed.map((path) => propertyChange(path, isInput ? "TK7002" : "TK7006", "removed")),
    ...added.flatMap(addedChange),
    ...changes,
    ...breaking
      .filter((gap) => !isBelow(gap, removed) && !(gap.keyword === "required" && isBelow(gap, added)))
      .map((gap) => changeOf(gap, isInput ? "lost" : "gained", breakingCode(gap, role))),
    ...harmless
      .filter((gap) => !isBelow(gap, [...added, ...removed]) && !broken.has(gapKey(gap)))
      .map((gap) => changeOf(gap, isInput ? "gained" : "lost", isInput ? "TK7203" : "TK7301")),
  ];
}

function breakingCode({ keyword, undecided }: Gap, role: SchemaRole): ChangeCode {
  if (undecided === true) return "TK7007";
  if (role === "result") return "TK7005";
  return keyword === "required" ? "TK7003" : "TK7004";
}

function isBelow({ path }: Gap, others: readonly ManifestPath[]): boolean {
  return others.some((other) => keyOf(path).startsWith(keyOf(other)));
}

const keyOf = (path: ManifestPath): string => `${JSON.stringify(path).slice(1, -1)},`;
const gapKey = ({ path, keyword }: Gap): string => keyOf([...path, keyword]);
