import type { TextEdit } from "../diagnostics/diagnostic.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";
import type { SchemaView } from "./manifest-view.js";

/** The place of a part of a text value, when it stands in the file as it is; else that of the whole value. */
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

/** An edit of a part of a text value; undefined when it is not written as it is. */
export function editInside(
  view: SchemaView,
  path: ManifestPath,
  part: string,
  text: string,
): TextEdit | undefined {
  const place = view.place(path);
  const range = place.file === view.source.file ? findInside(view.source, place, part) : undefined;
  return range && { range, text };
}

function findInside(source: ManifestSource, { range }: Place, part: string): TextEdit["range"] | undefined {
  const from = source.offsetOf(range.start);
  const at = source.text.slice(from, source.offsetOf(range.end)).indexOf(part);
  return at < 0 ? undefined : source.rangeOf(from + at, from + at + part.length);
}
