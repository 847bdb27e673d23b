import type { JsonSchemaObject } from "@toolkiln/runtime";
import { subschemas } from "../json-schema/walk-schema.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey } from "../values/json-object.js";
import { partsOf } from "./cases.js";
import type { ChangeCode, SchemaChange } from "./change.js";
import { describeChange, subjectOf } from "./describe-gap.js";
import { memoize } from "./normalize-schemas.js";

/** Added and removed properties, and changes that models see but that do not change the accepted values. */
export interface SchemaDiff {
  readonly removed: readonly ManifestPath[];
  readonly added: readonly ManifestPath[];
  readonly changes: readonly SchemaChange[];
}

const memberKeywords = new Set(["properties", "items", "prefixItems", "additionalProperties"]);

/** Keywords that models read, each with the code of its change. */
const visibleKeywords: Readonly<Record<string, ChangeCode>> = {
  description: "TK7201",
  title: "TK7201",
  deprecated: "TK7201",
  "x-use-instead": "TK7201",
  default: "TK7204",
  examples: "TK7204",
};

/** Walks two schemas in parallel; merges the alternatives for a value. */
export function schemaDiff(before: JsonSchemaObject, after: JsonSchemaObject): SchemaDiff {
  const removed: ManifestPath[] = [];
  const added: ManifestPath[] = [];
  const changes: SchemaChange[] = [];
  const seen = new Set<string>();
  let count = 0;
  const numberOf = memoize<JsonSchemaObject, number>(() => ++count);
  const visit = (ones: readonly unknown[], others: readonly unknown[], path: ManifestPath): void => {
    const read = (keywords: readonly string[]): [old: Parts, now: Parts] => [
      partsOf(before, { allOf: ones }, keywords),
      partsOf(after, { allOf: others }, keywords),
    ];
    const all = read(["allOf", "anyOf", "oneOf"]);
    const key = all.map((parts) => parts.map(numberOf)).join("|");
    if (seen.has(key)) return;
    seen.add(key);
    changes.push(...visibleChanges(...all, path), ...orderChanges(...read(["allOf"]), path));
    const [former, current] = [membersOf(all[0]), membersOf(all[1])];
    for (const [step, { path: inner, schemas }] of former) {
      const same = current.get(step);
      if (same !== undefined) visit(schemas, same.schemas, [...path, ...inner]);
      else if (inner[0] === "properties") removed.push([...path, ...inner]);
    }
    for (const [step, { path: inner }] of current)
      if (inner[0] === "properties" && !former.has(step)) added.push([...path, ...inner]);
  };
  visit([before], [after], []);
  return { removed, added, changes };
}

type Parts = readonly JsonSchemaObject[];

/** The schemas of each property and item. */
function membersOf(parts: Parts): ReadonlyMap<string, { path: ManifestPath; schemas: unknown[] }> {
  const members = new Map<string, { path: ManifestPath; schemas: unknown[] }>();
  for (const { keyword, path, schema } of parts.flatMap(subschemas)) {
    if (!memberKeywords.has(keyword)) continue;
    const member = members.get(path.join(" ")) ?? { path, schemas: [] };
    member.schemas.push(schema);
    members.set(path.join(" "), member);
  }
  return members;
}

function visibleChanges(old: Parts, now: Parts, path: ManifestPath): SchemaChange[] {
  return Object.entries(visibleKeywords).flatMap(([keyword, code]) => {
    const [before = [], after = []] = [old, now].map((parts) => parts.flatMap((part) => part[keyword] ?? []));
    const [one, other] = [before, after].map((values) => values.map(jsonKey).toSorted().join());
    const message = `${subjectOf(path, "The schema")}: ${describeChange(keyword, before[0], after[0])}`;
    return one === other ? [] : [{ code, path: [...path, keyword], message }];
  });
}

/** Changes in the order of properties and enum values, which models read. */
function orderChanges(old: Parts, now: Parts, path: ManifestPath): SchemaChange[] {
  const lists = {
    properties: (parts: Parts) => parts.flatMap(({ properties = {} }) => Object.keys(properties)),
    values: (parts: Parts) => parts.flatMap((part) => part.enum ?? []).map(jsonKey),
  };
  return Object.entries(lists).flatMap(([noun, listOf]) => {
    const [before, after] = [new Set(listOf(old)), new Set(listOf(now))];
    const [one, other] = [
      [...before].filter((name) => after.has(name)),
      [...after].filter((name) => before.has(name)),
    ];
    const message = `The order of the ${noun} of ${subjectOf(path, "the schema")} changed.`;
    return one.join("\n") === other.join("\n") ? [] : [{ code: "TK7202", path, message }];
  });
}
