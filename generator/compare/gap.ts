import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { ManifestPath } from "../read/manifest-source.js";

/** A wide-schema constraint that values of the narrow schema may violate. */
export interface Gap {
  /** The schema path of the values: `properties`, `limit`. */
  readonly path: ManifestPath;
  readonly keyword: string;
  /** The narrow schema's value of this keyword. */
  readonly narrow?: unknown;
  readonly wide?: unknown;
  /** The values or types that the wide schema rejects, if they can be listed. */
  readonly values?: readonly unknown[];
  /** Whether such a value may not exist. */
  readonly undecided?: true;
}

/** A gap at a keyword that is not analyzed: a new constraint narrows, a changed one is undecided. */
export function openGap(path: ManifestPath, keyword: string, narrow: readonly JsonSchemaObject[]): Gap {
  const isChanged = narrow.some((schema) => schema[keyword] !== undefined);
  return { path, keyword, ...(isChanged && { undecided: true }) };
}
