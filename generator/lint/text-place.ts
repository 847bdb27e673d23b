import type { Range } from "../diagnostics/diagnostic.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";
import type { SchemaView } from "./manifest-view.js";

/** The place of a part of a string when the file contains it verbatim; otherwise of the whole value. */
export function placeInside(
  view: SchemaView,
  path: ManifestPath,
  part: string,
  target: "key" | "value" = "value",
): Place {
  const place = view.place(path, target);
  const found = place.file === view.source.file ? findInside(view.source, place, part) : undefined;
  return found === undefined ? place : { file: place.file, range: found };
}

function findInside(source: ManifestSource, { range }: Place, part: string): Range | undefined {
  const from = source.offsetOf(range.start);
  const at = source.text.slice(from, source.offsetOf(range.end)).indexOf(part);
  return at < 0 ? undefined : source.rangeOf(from + at, from + at + part.length);
}
