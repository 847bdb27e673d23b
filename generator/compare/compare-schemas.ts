import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";
import type { ChangeCode } from "./change.js";
import { Cover } from "./cover.js";
import type { Gap } from "./gap.js";
import { describeGap, show, valueName, type Side } from "./describe-gap.js";
import { schemaNotes, type SchemaNote } from "./schema-notes.js";

/** Who reads the values: the tool reads parameters, callers read results. */
export type SchemaRole = "parameters" | "result";

/** A difference between two schemas. */
export interface SchemaChange {
  readonly code: ChangeCode;
  /** Relative to the root. */
  readonly path: ManifestPath;
  readonly message: string;
}

/**
 * Compares two schemas by the values that they accept. Parameters may only widen, results may only narrow. A removed
 * property is breaking, and so is whatever cannot be decided.
 */
export function compareSchemas(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  role: SchemaRole,
): readonly SchemaChange[] {
  const isInput = role === "parameters";
  const lost = new Cover(before, after).compareRoots();
  const gained = new Cover(after, before).compareRoots();
  const notes = schemaNotes(before, after);
  const [breaking, harmless] = isInput ? [lost, gained] : [gained, lost];
  const [breakingSide, harmlessSide]: readonly [Side, Side] = isInput
    ? ["lost", "gained"]
    : ["gained", "lost"];
  const keysOf = (kind: SchemaNote["kind"]): readonly string[] =>
    notes.filter((note) => note.kind === kind).map(({ path }) => keyOf(path));
  const [removed, added] = [keysOf("removed"), keysOf("added")];
  const isAt = (gap: Gap, keys: readonly string[]): boolean =>
    keys.some((key) => keyOf(gap.path).startsWith(key));
  const broken = new Set(breaking.map(({ path, keyword }) => `${keyOf(path)}${keyword}`));
  return [
    ...notes.flatMap((note) => describeNote(note, role, breaking)),
    ...breaking
      .filter((gap) => !isAt(gap, removed) && !(isAt(gap, added) && gap.keyword === "required"))
      .map((gap) => breakingChange(gap, breakingSide, role)),
    ...harmless
      .filter((gap) => !isAt(gap, [...added, ...removed]) && !isReported(gap, broken))
      .map((gap) => ({
        code: isInput ? ("TK7203" as const) : ("TK7301" as const),
        path: placeOf(gap),
        message: describeGap(gap, harmlessSide, role),
      })),
  ];
}

/** Keywords that can add and remove values at once: two changes. */
const twoWays = new Set(["enum", "type", "required"]);

function isReported({ path, keyword }: Gap, broken: ReadonlySet<string>): boolean {
  return !twoWays.has(keyword) && broken.has(`${keyOf(path)}${keyword}`);
}

/** Gaps without a keyword at their path. */
const unplaced = new Set(["required", "false", "size"]);

function placeOf({ path, keyword }: Gap): ManifestPath {
  return unplaced.has(keyword) ? path : [...path, keyword];
}

function breakingChange(gap: Gap, side: Side, role: SchemaRole): SchemaChange {
  const path = placeOf(gap);
  const message = describeGap(gap, side, role);
  const isInput = role === "parameters";
  if (gap.undecided === true) {
    const claim = isInput ? "all previous values are still accepted" : "all values match the previous schema";
    return { code: "TK7007", path, message: `${message} It is unclear whether ${claim}.` };
  }
  return { code: isInput ? (gap.keyword === "required" ? "TK7003" : "TK7004") : "TK7005", path, message };
}

function describeNote(note: SchemaNote, role: SchemaRole, breaking: readonly Gap[]): readonly SchemaChange[] {
  const { kind, path, keyword, before, after } = note;
  const name = valueName(path);
  const subject = name === "" ? "The schema" : `\`${name}\``;
  const isInput = role === "parameters";
  const noun = !isInput ? "field" : path.length > 2 ? "property" : "parameter";
  switch (kind) {
    case "removed":
      return [{ code: isInput ? "TK7002" : "TK7006", path, message: `The ${noun} ${subject} was removed.` }];
    case "added": {
      const here = breaking.filter((gap) => keyOf(gap.path) === keyOf(path));
      if (!isInput && here.length > 0) return [];
      const isRequired = here.some((gap) => gap.keyword === "required");
      if (isInput && isRequired)
        return [{ code: "TK7003", path, message: `The required ${noun} ${subject} was added.` }];
      const code = isInput ? "TK7203" : "TK7301";
      return [{ code, path, message: `The ${isInput ? "optional " : ""}${noun} ${subject} was added.` }];
    }
    case "order":
      return [{ code: "TK7202", path, message: `${subject}: the order of its ${orderOf(keyword)} changed.` }];
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

function orderOf(keyword: string): string {
  return keyword === "enum" ? "values" : keyword;
}

function keyOf(path: ManifestPath): string {
  return `${JSON.stringify(path).slice(1, -1)},`;
}
