import type { Diagnostic, Position } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { dropProperty } from "../schema/convert-schema.js";
import type { ImportReport, SourcePlace } from "../source/import-report.js";
import type { MutableObject } from "../source/part.js";

/** A file that is to be written, as data that can still be repaired. */
export interface Draft {
  /** Relative to the project. */
  readonly path: string;
  readonly value: MutableObject;
  readonly place: SourcePlace;
  /** Its text as it is now. */
  readonly write: () => string;
}

type Path = readonly (string | number)[];

/**
 * Drops from a draft what lint refuses, and reports it at its place in the source. It only ever loosens a schema.
 * Returns false when the error is not about a schema.
 */
export function repair({ value }: Draft, at: PathFinder, error: Diagnostic, report: ImportReport): boolean {
  // Parameters of another type than an object cannot be loosened into one.
  if (error.code === "TK3026") return false;
  const { path, isKey } = at(error.range.start);
  const schemas = schemasOn(path, value, report).filter(({ rest }) => !isKey || rest.length > 0);
  const innermost = schemas.at(-1);
  if (innermost === undefined) return false;
  const { schema, place, rest } = innermost;
  const [keyword, index] = rest;
  const lose = (what: string): true => {
    report.lose(place, `${error.message} ${what}`, error.help);
    return true;
  };
  const { required, properties } = schema;
  if (keyword === "required" && typeof index === "number" && Array.isArray(required)) {
    schema["required"] = required.filter((_, at) => at !== index);
    return lose(`\`${String(required[index])}\` is not required in the manifest.`);
  }
  // A repair of this round may have dropped it already.
  if (typeof keyword === "string" && schema[keyword] === undefined) return true;
  if (typeof keyword === "string" && keyword !== "properties") {
    delete schema[keyword];
    return lose(`\`${keyword}\` was dropped.`);
  }
  if (typeof index === "string" && isRecord(properties) && Object.hasOwn(properties, index)) {
    dropProperty(schema, index);
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
  readonly place: SourcePlace;
  /** The way from it to the error. */
  readonly rest: Path;
}

/** The schemas of a source that a path leads through, outermost first. */
function schemasOn(path: Path, root: MutableObject, report: ImportReport): FoundSchema[] {
  const found: FoundSchema[] = [];
  let value: unknown = root;
  for (let index = 0; index <= path.length && typeof value === "object" && value !== null; index++) {
    const schema = value as MutableObject;
    const place = report.placeOf(schema);
    if (place !== undefined) found.push({ schema, place, rest: path.slice(index) });
    value = schema[path[index] ?? ""];
  }
  return found;
}

/** Finds the way to the innermost part of a file that a position lies in, and whether that is a key. */
export type PathFinder = (position: Position) => { readonly path: Path; readonly isKey: boolean };

/** Reads a YAML text once for all positions in it. */
export function pathFinder(text: string): PathFinder {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  return ({ line, column }) => {
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    let chain: readonly unknown[] = [];
    let isKey = false;
    visit(document, {
      // Parts follow each other, so the last one that begins before the position holds it.
      Node(key, node, ancestors) {
        if ((node.range?.[0] ?? Infinity) > offset) return;
        chain = [...ancestors, node];
        isKey = key === "key";
      },
    });
    const path = chain.flatMap((part, index): Path => {
      if (isPair(part)) return [isScalar(part.key) ? String(part.key.value) : ""];
      return isSeq(part) && index + 1 < chain.length ? [part.items.indexOf(chain[index + 1])] : [];
    });
    return { path, isKey };
  };
}
