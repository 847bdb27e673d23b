import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";
import type { ChangeCode } from "./change.js";
import { SchemaCoverage, type Gap } from "./schema-coverage.js";
import { describeGap, show, valueName, type SchemaRole, type Side } from "./describe-gap.js";
import { schemaNotes, type SchemaNote } from "./schema-notes.js";

/** A difference between two schemas. */
export interface SchemaChange {
  readonly code: ChangeCode;
  /** Relative to the root. */
  readonly path: ManifestPath;
  readonly message: string;
}

/** Keywords whose change can add and remove values, which is reported as two changes. */
const twoWayKeywords = new Set(["enum", "type", "required"]);
/** Gaps whose path does not end with a keyword. */
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
  const lost = new SchemaCoverage(before, after).compareRoots();
  const gained = new SchemaCoverage(after, before).compareRoots();
  const [breaking, harmless] = isInput ? [lost, gained] : [gained, lost];
  const notes = schemaNotes(before, after);
  const hasNote = ({ path }: Gap, kind: SchemaNote["kind"]): boolean =>
    notes.some((note) => note.kind === kind && keyOf(path).startsWith(keyOf(note.path)));
  const broken = new Set(breaking.filter(({ keyword }) => !twoWayKeywords.has(keyword)).map(gapKey));
  const changeAt = (gap: Gap, code: ChangeCode, note = ""): SchemaChange => {
    const side: Side = breaking.includes(gap) === isInput ? "lost" : "gained";
    const path = withoutPath.has(gap.keyword) ? gap.path : [...gap.path, gap.keyword];
    return { code, path, message: describeGap(gap, side, role) + note };
  };
  const claim = isInput ? "all previous values are still accepted" : "all values match the previous schema";
  return [
    ...notes.flatMap((note) => describeNote(note, role, breaking)),
    ...breaking
      .filter((gap) => !hasNote(gap, "removed") && !(hasNote(gap, "added") && gap.keyword === "required"))
      .map((gap) => {
        if (gap.undecided === true) return changeAt(gap, "TK7007", ` It is unclear whether ${claim}.`);
        return changeAt(gap, isInput ? (gap.keyword === "required" ? "TK7003" : "TK7004") : "TK7005");
      }),
    ...harmless
      .filter((gap) => !hasNote(gap, "added") && !hasNote(gap, "removed") && !broken.has(gapKey(gap)))
      .map((gap) => changeAt(gap, isInput ? "TK7203" : "TK7301")),
  ];
}

function describeNote(
  { kind, path, keyword, before, after }: SchemaNote,
  role: SchemaRole,
  breaking: readonly Gap[],
): readonly SchemaChange[] {
  const name = valueName(path);
  const subject = name === "" ? "The schema" : `\`${name}\``;
  const isInput = role === "parameters";
  const noun = !isInput ? "field" : path.length > 2 ? "property" : "parameter";
  switch (kind) {
    case "removed":
      return [{ code: isInput ? "TK7002" : "TK7006", path, message: `The ${noun} ${subject} was removed.` }];
    case "added": {
      const here = breaking.filter((gap) => keyOf(gap.path) === keyOf(path));
      if (!isInput)
        return here.length > 0 ? [] : [{ code: "TK7301", path, message: `The field ${subject} was added.` }];
      const isRequired = here.some((gap) => gap.keyword === "required");
      const message = `The ${isRequired ? "required" : "optional"} ${noun} ${subject} was added.`;
      return [{ code: isRequired ? "TK7003" : "TK7203", path, message }];
    }
    case "order": {
      const what = keyword === "enum" ? "values" : keyword;
      return [{ code: "TK7202", path, message: `${subject}: the order of its ${what} changed.` }];
    }
    case "text":
      return [{ code: "TK7201", path: [...path, keyword], message: `${subject}: ${keyword} changed.` }];
    case "example": {
      const message = `${subject}: ${keyword} changed from ${show(before)} to ${show(after)}.`;
      return [{ code: "TK7204", path: [...path, keyword], message }];
    }
    default:
      return kind satisfies never;
  }
}

function gapKey({ path, keyword }: Gap): string {
  return keyOf([...path, keyword]);
}

function keyOf(path: ManifestPath): string {
  return `${JSON.stringify(path).slice(1, -1)},`;
}
