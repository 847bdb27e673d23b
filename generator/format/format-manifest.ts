import { isMap, isScalar, isSeq, parseDocument, YAMLMap, visit, YAMLSeq, type Document } from "yaml";
import { parse } from "../read/parse-source.js";
import { manifestSchema } from "../schema/schemas.js";
import { jsonKey } from "../values/json-object.js";

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
  const meaning = meaningOf(text);
  if (meaning === undefined) return undefined;
  // Format twice: a comment that follows an empty value moves again in the second run.
  const formatted = formatOnce(formatOnce(text.replaceAll("\r\n", "\n")));
  if (meaningOf(formatted) !== meaning) return undefined;
  return text.includes("\r\n") ? formatted.replaceAll("\n", "\r\n") : formatted;
}

/** The value of a manifest, whatever the order of its keys; undefined if it cannot be read. */
function meaningOf(text: string): string | undefined {
  const { value, problems, syntax } = parse(text);
  if (problems.length > 0 || !isMap(syntax.root)) return undefined;
  // Only string keys: lint reports others, and formatting may move a comment before an empty key.
  const areTexts = syntax.root.items.every(({ key }) => isScalar(key) && typeof key.value === "string");
  return areTexts ? jsonKey(value) : undefined;
}

function formatOnce(text: string): string {
  const document = parseDocument(text);
  const { contents } = document;
  if (!isMap(contents)) return text;
  keepHeadComment(contents);
  sortKeys(contents, Object.keys(properties));
  for (const key of sortedParts) {
    const part = contents.get(key, true);
    for (const map of isSeq(part) ? part.items : [part]) if (isMap(map)) sortKeys(map, keysOf(key));
  }
  return writeManifest(document);
}

/** A comment at the top belongs to the file, not to the first key, unless it ignores a diagnostic. */
function keepHeadComment(map: YAMLMap): void {
  const key = map.items[0]?.key;
  const comment = isScalar(key) ? key.commentBefore : undefined;
  if (!isScalar(key) || typeof comment !== "string" || comment.includes("toolkiln-ignore")) return;
  map.commentBefore = [map.commentBefore, comment].filter((text) => typeof text === "string").join("\n");
  delete key.commentBefore;
}

function sortKeys(map: YAMLMap, order: readonly string[]): void {
  const place = (key: unknown): number => {
    const index = order.indexOf(isScalar(key) ? String(key.value) : "");
    return index < 0 ? order.length : index;
  };
  map.items = map.items.toSorted((a, b) => place(a.key) - place(b.key));
}

type Writable = YAMLMap | YAMLSeq;

/** Prints a manifest: spaces inside the braces of flow maps, none in flow lists, no folded lines. */
export function writeManifest(document: Document): string {
  visit(document, {
    Map: (_, map) => pad(map, YAMLMap.prototype, " "),
    Seq: (_, list) => pad(list, YAMLSeq.prototype, ""),
  });
  return document.toString({ lineWidth: 0, indent: 2, indentSeq: true });
}

/** The library pads maps and lists alike; a node passes its padding down to its children. */
function pad(node: Writable, type: Writable, padding: string): void {
  const write: Writable["toString"] = type.toString;
  node.toString = (context, onComment, onChompKeep) =>
    write.call(node, context && { ...context, flowCollectionPadding: padding }, onComment, onChompKeep);
}
