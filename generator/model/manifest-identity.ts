import type { ManifestPath } from "../read/manifest-source.js";
import type { Places } from "../read/places.js";
import type { JsonObject } from "../values/json-object.js";

/** The parts of a manifest, valid or not, that can clash with other manifests. Plain data, so that it can be cached. */
export interface ManifestIdentity {
  readonly file: string;
  readonly id: string | undefined;
  readonly value: JsonObject;
  readonly places: Places;
}

/** The keys compared between manifests. */
export const identityKeys = ["id", "wireName", "renamedFrom", "tags", "category"] as const;

/** The paths of an identity that rules report. */
export function* identityPaths(value: JsonObject): Generator<ManifestPath> {
  for (const key of identityKeys) if (Object.hasOwn(value, key)) yield [key];
  const { renamedFrom } = value;
  if (Array.isArray(renamedFrom)) for (const index of renamedFrom.keys()) yield ["renamedFrom", index];
}
