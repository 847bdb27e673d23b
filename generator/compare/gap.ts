import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";

/** A constraint of the wide schema that values of the narrow one may break. */
export interface Gap {
  /** The way to the values, in the terms of a schema: `properties`, `limit`. */
  readonly path: ManifestPath;
  readonly keyword: string;
  /** What the narrow schema has at this keyword. */
  readonly narrow?: unknown;
  readonly wide?: unknown;
  /** The values or types that the wide schema refuses, when they can be listed. */
  readonly values?: readonly unknown[];
  /** Whether it is unknown that such a value exists. */
  readonly undecided?: true;
}

/** A gap at a keyword whose values are not compared: a new constraint narrows, a changed one is undecided. */
export function openGap(path: ManifestPath, keyword: string, narrow: readonly JsonSchemaObject[]): Gap {
  const isChanged = narrow.some((schema) => schema[keyword] !== undefined);
  return { path, keyword, ...(isChanged && { undecided: true }) };
}
