import type { SchemaDocuments } from "../json-schema/reference.js";
import type { ManifestSource, Place } from "../read/manifest-source.js";
import type { ManifestPath } from "../read/manifest-source.js";
import type { Manifest } from "./manifest.js";

/** A manifest that satisfies its schema, with its source and the files that its schemas point into. */
export interface CheckedManifest {
  readonly source: ManifestSource;
  /** With the defaults of its folder filled in. */
  readonly manifest: Manifest;
  readonly documents: SchemaDocuments;
  /** Where a part stands: in the manifest, or in the defaults of its folder. */
  place(path: ManifestPath, target?: "key" | "value"): Place;
}
