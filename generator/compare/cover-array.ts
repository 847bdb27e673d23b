import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaList } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { flatten } from "./conjunction.js";
import type { Cover } from "./cover.js";
import { openGap, type Gap } from "./gap.js";

/** What keeps a schema from accepting all lists of a conjunction. */
export function arrayGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
): Gap[] {
  const most = Math.min(
    ...narrow.map(({ maxItems }) => (typeof maxItems === "number" ? maxItems : Infinity)),
  );
  const gaps = itemGaps(cover, narrow, part, path, most);
  const isUnique = most <= 1 || narrow.some((schema) => schema["uniqueItems"] === true);
  if (part["uniqueItems"] === true && !isUnique) gaps.push({ path, keyword: "uniqueItems" });
  const holds = "contains minContains maxContains";
  if (part["contains"] !== undefined && !cover.shares(holds, narrow, part))
    gaps.push(openGap(path, "contains", narrow));
  const { unevaluatedItems = true } = part;
  if (unevaluatedItems !== true) gaps.push({ path, keyword: "unevaluatedItems", undecided: true });
  return gaps;
}

/** Compares the items position by position, then all that follow. */
function itemGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
  most: number,
): Gap[] {
  const listed = [...narrow, part].map((schema) => schemaList(schema["prefixItems"]).length);
  const fixed = Math.max(...listed);
  const gaps: Gap[] = [];
  for (let position = 0; position <= fixed && position < most; position++) {
    const step = position < fixed ? ["prefixItems", position] : ["items"];
    const own = narrow.map((schema) => itemAt(schema, position));
    gaps.push(...cover.gaps(flatten(cover.narrowRoot, ...own), itemAt(part, position), [...path, ...step]));
  }
  return gaps;
}

function itemAt(schema: JsonSchemaObject, position: number): unknown {
  return schemaList(schema["prefixItems"])[position] ?? schema.items ?? true;
}
