import type { SchemaDocuments } from "../json-schema/reference.js";
import type { ManifestSource, Place } from "../read/manifest-source.js";
import type { ManifestPath } from "../read/manifest-source.js";
import type { Manifest } from "./manifest.js";

/** A manifest that satisfies its schema, with its source and the files that its schemas reference. */
export interface CheckedManifest {
  readonly source: ManifestSource;
  readonly manifest: Manifest;
  readonly documents: SchemaDocuments;
  /** The place of a part: in the manifest, or in its folder's defaults. */
  place(path: ManifestPath, target?: "key" | "value"): Place;
}
