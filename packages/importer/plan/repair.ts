import type { Diagnostic } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { ImportReport } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import type { Draft } from "./lint-manifests.js";

type Path = readonly (string | number)[];

/**
 * Drops from a draft what lint refuses, and reports it at its place in the source. It only ever loosens a schema.
 * Returns false when the error is not about a schema.
 */
export function repair(
  { value, place }: Draft,
  text: string,
  error: Diagnostic,
  report: ImportReport,
): boolean {
  const { path, isKey } = pathAt(text, error.range.start);
  const schemas = schemasOn(path, value, report).filter(({ rest }) => !isKey || rest.length > 0);
  const innermost = schemas.at(-1);
  if (innermost === undefined) return false;
  const source = report.placeOf(innermost.schema) ?? place;
  const lose = (what: string): true => {
    report.lose(source, `${error.message} ${what}`, error.help);
    return true;
  };
  const { schema, rest } = innermost;
  const [keyword, index] = rest;
  // Parameters of another type than an object cannot be loosened into one.
  if (error.code === "TK3026") return false;
  if (keyword === "required" && typeof index === "number" && Array.isArray(schema["required"])) {
    const name: unknown = schema["required"][index];
    schema["required"] = schema["required"].filter((_, at) => at !== index);
    return lose(`\`${String(name)}\` is not required in the manifest.`);
  }
  // A repair of this round may have dropped it already.
  if (typeof keyword === "string" && schema[keyword] === undefined) return true;
  if (typeof keyword === "string" && keyword !== "properties") {
    delete schema[keyword];
    return lose(`\`${keyword}\` was dropped.`);
  }
  const properties = schema["properties"];
  if (
    keyword === "properties" &&
    typeof index === "string" &&
    isRecord(properties) &&
    Object.hasOwn(properties, index)
  ) {
    schema["properties"] = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== index));
    if (Array.isArray(schema["required"]))
      schema["required"] = schema["required"].filter((name) => name !== index);
    return lose(`The property \`${index}\` was dropped.`);
  }
  if (path[0] === "result") {
    value["result"] = "structured";
    return lose("The result has no schema in the manifest.");
  }
  // The schema as a whole is refused: anything is accepted in its place, unless it is all that there is.
  if (schemas.length === 1) return false;
  for (const name of Object.keys(schema)) if (name !== "description") delete schema[name];
  return lose("Anything is accepted here in the manifest.");
}

interface FoundSchema {
  readonly schema: MutableObject;
  /** The way from it to the error. */
  readonly rest: Path;
}

/** The schemas of a source that a path leads through, outermost first. */
function schemasOn(path: Path, root: MutableObject, report: ImportReport): FoundSchema[] {
  const found: FoundSchema[] = [];
  let value: unknown = root;
  for (let index = 0; index <= path.length; index++) {
    if (isMutable(value) && report.placeOf(value) !== undefined)
      found.push({ schema: value, rest: path.slice(index) });
    const step = path[index];
    value =
      step !== undefined && typeof value === "object" && value !== null
        ? (value as MutableObject)[step]
        : undefined;
  }
  return found;
}

function isMutable(value: unknown): value is MutableObject {
  return isRecord(value);
}

/** The way to the innermost part of a YAML text that a position lies in, and whether that is a key. */
function pathAt(
  text: string,
  { line, column }: Diagnostic["range"]["start"],
): { readonly path: Path; readonly isKey: boolean } {
  const lineCounter = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter }).contents;
  const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
  const path: (string | number)[] = [];
  while (isMap(node) || isSeq(node)) {
    const items: readonly unknown[] = node.items;
    // Keys and items follow each other, so the last that begins before the position holds it.
    const index = items.findLastIndex((item) => startOf(item) <= offset);
    const item = items[index];
    if (isPair(item)) {
      path.push(isScalar(item.key) ? String(item.key.value) : "");
      const value: unknown = item.value;
      if (startOf(value) > offset) return { path, isKey: true };
      node = value;
    } else {
      if (item === undefined) break;
      path.push(index);
      node = item;
    }
  }
  return { path, isKey: false };
}

function startOf(item: unknown): number {
  const node: unknown = isPair(item) ? item.key : item;
  return isNode(node) ? (node.range?.[0] ?? Infinity) : Infinity;
}
