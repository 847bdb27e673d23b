import { isMap, isScalar, isSeq, parseDocument, type YAMLMap, visit, type Document } from "yaml";
import { compareTexts } from "../values/compare-texts.js";
import { manifestSchema } from "../schema/schemas.js";
import { writeManifest } from "./manifest-style.js";

const { properties } = manifestSchema as {
  readonly properties: Readonly<Record<string, { readonly properties?: object; readonly items?: object }>>;
};

/** Parts of a manifest with sorted keys. Schemas keep their author's order. */
const sortedParts = ["rules", "concurrency", "result", "examples", "tests"];

/** The keys of a part, or of its list items, in the order of the manifest's schema. */
function keysOf(part: string): string[] {
  const { items = {}, properties: own } = properties[part] ?? {};
  return Object.keys(own ?? ("properties" in items ? (items.properties as object) : {}));
}

/**
 * Formats a manifest in canonical order and style. Keeps comments, line endings and the meaning. Returns undefined for
 * text that is not a readable manifest.
 */
export function formatManifest(text: string): string | undefined {
  const once = formatOnce(text);
  // The YAML library moves a comment after an empty value once more when it is formatted again.
  return once === undefined ? undefined : formatOnce(once);
}

function formatOnce(text: string): string | undefined {
  const document = parseDocument(text.replaceAll("\r\n", "\n"), { version: "1.2", uniqueKeys: true });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  // Lint reports other keys; a comment before an empty one has no stable place.
  if (!document.contents.items.every(({ key }) => isScalar(key) && typeof key.value === "string"))
    return undefined;
  if (hasAlias(document)) return undefined;
  const before = JSON.stringify(sorted(document.toJS()));
  keepHeadComment(document.contents);
  sortKeys(document.contents, Object.keys(properties));
  for (const key of sortedParts) {
    const part = document.contents.get(key, true);
    for (const map of isSeq(part) ? part.items : [part]) if (isMap(map)) sortKeys(map, keysOf(key));
  }
  const formatted = writeManifest(document);
  const after = parseDocument(formatted);
  if (after.errors.length > 0 || JSON.stringify(sorted(after.toJS())) !== before) return undefined;
  return text.includes("\r\n") ? formatted.replaceAll("\n", "\r\n") : formatted;
}

/** Lint rejects aliases; an unresolved one has no value. */
function hasAlias(document: Document): boolean {
  let isFound = false;
  visit(document, {
    Alias: () => {
      isFound = true;
    },
  });
  return isFound;
}

/** A comment at the top belongs to the file, not to the first key, unless it ignores a diagnostic. */
function keepHeadComment(map: YAMLMap): void {
  const key = map.items[0]?.key;
  if (
    !isScalar(key) ||
    typeof key.commentBefore !== "string" ||
    key.commentBefore.includes("toolkiln-ignore")
  )
    return;
  map.commentBefore = [map.commentBefore, key.commentBefore]
    .filter((text) => typeof text === "string")
    .join("\n");
  delete key.commentBefore;
}

function sortKeys(map: YAMLMap, order: readonly string[]): void {
  const place = (key: unknown): number => {
    const index = order.indexOf(isScalar(key) ? String(key.value) : "");
    return index < 0 ? order.length : index;
  };
  map.items = map.items.toSorted((a, b) => place(a.key) - place(b.key));
}

/** Sorts the keys of a value, to compare regardless of key order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([key, entry]) => [key, sorted(entry)]);
}
