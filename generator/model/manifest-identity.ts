import type { ManifestPath } from "../read/manifest-source.js";
import type { Places } from "../read/places.js";
import type { JsonObject } from "../values/json-object.js";

/** What other manifests can clash with in a manifest, right or wrong. It is plain data, so that it can lie in the cache. */
export interface ManifestIdentity {
  /** Relative to the project. */
  readonly file: string;
  /** The id, when it is text. */
  readonly id: string | undefined;
  /** The keys by which manifests are compared, as they were written. */
  readonly value: JsonObject;
  readonly places: Places;
}

/** The keys by which manifests are compared. */
export const identityKeys = ["id", "wireName", "renamedFrom", "tags", "category"] as const;

/** The places of an identity that rules report on. */
export function* identityPaths(value: JsonObject): Generator<ManifestPath> {
  for (const key of identityKeys) if (Object.hasOwn(value, key)) yield [key];
  const { renamedFrom } = value;
  if (Array.isArray(renamedFrom)) for (const index of renamedFrom.keys()) yield ["renamedFrom", index];
}
