import type { Manifest } from "./generated/manifest.js";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { SchemaDocument, SchemaDocuments } from "../json-schema/reference.js";
import type { SharedDefinitions } from "../json-schema/shared-definitions.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";

export type { Manifest } from "./generated/manifest.js";

/** A rule as an author writes it: conditions by parameter, or one whole schema. */
export type ManifestRule = NonNullable<Manifest["rules"]>[number];

export type ManifestResult = Exclude<Manifest["result"], string>;

/** A test that `toolkiln test` executes. */
export type ManifestTest = NonNullable<Manifest["tests"]>[number];

/** A manifest that satisfies its schema, with its source and the files that its schemas reference. */
export interface CheckedManifest {
  readonly source: ManifestSource;
  readonly manifest: Manifest;
  readonly documents: SchemaDocuments;
  readonly shared: SharedDefinitions;
  /** The bundled schema of the parameters. */
  readonly parameters: JsonSchemaObject;
  /** The document that contains the part at a path: the manifest, or its folder's defaults. */
  readonly documentAt: (path: ManifestPath) => SchemaDocument;
  /** The place of a part: in the manifest, or in its folder's defaults. */
  place(path: ManifestPath, target?: "key" | "value"): Place;
}
