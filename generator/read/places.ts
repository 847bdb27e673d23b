import { fileStart, type Range } from "../diagnostics/diagnostic.js";
import { escapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath, ManifestSource, Place } from "./manifest-source.js";

/** Ranges of manifest parts by JSON pointer: plain data for worker threads and the cache. */
export type Places = Readonly<Record<string, PartPlace>>;

interface PartPlace {
  readonly file: string;
  readonly key: Range;
  readonly value: Range;
}

export function recordPlaces(view: Pick<ManifestSource, "place">, paths: Iterable<ManifestPath>): Places {
  const places: Record<string, PartPlace> = {};
  for (const path of paths) {
    const { file, range: value } = view.place(path);
    places[pointerOf(path)] = { file, key: view.place(path, "key").range, value };
  }
  return places;
}

/** The place of a part; falls back to the nearest recorded parent. */
export function placeIn(
  { file, places }: { readonly file: string; readonly places: Places },
  path: ManifestPath,
  target: "key" | "value" = "value",
): Place {
  for (let length = path.length; length > 0; length--) {
    const found = places[pointerOf(path.slice(0, length))];
    if (found !== undefined) return { file: found.file, range: found[target] };
  }
  return { file, range: fileStart };
}

function pointerOf(path: ManifestPath): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join("");
}
