import type { JsonObject } from "../model/json-object.js";
import type { Place } from "../read/manifest-source.js";
import type { ManifestView } from "./manifest-view.js";
import type { NamedManifest } from "./rule.js";

/** What other manifests can meet a manifest in, and where it stands: plain data, for other threads and later runs. */
export interface ManifestNames {
  readonly value: JsonObject;
  readonly places: { readonly [key: string]: Place };
  readonly renamedFrom: readonly Place[];
}

const keys = ["id", "wireName", "renamedFrom", "tags", "category"] as const;

/** Takes out of a manifest what rules over all manifests look at. */
export function manifestNames(view: ManifestView): ManifestNames {
  const present = keys.filter((key) => Object.hasOwn(view.value, key));
  const { renamedFrom } = view.value;
  return {
    value: Object.fromEntries(present.map((key) => [key, view.value[key]])),
    places: {
      id: view.place(["id"]),
      ...(present.includes("wireName") && { wireName: view.place(["wireName"]) }),
    },
    renamedFrom: Array.isArray(renamedFrom)
      ? renamedFrom.map((_, index) => view.place(["renamedFrom", index]))
      : [],
  };
}

/** A manifest as rules over all manifests see it. */
export function namedManifest({ value, places, renamedFrom }: ManifestNames): NamedManifest {
  const { id } = value;
  return {
    id: typeof id === "string" ? id : undefined,
    value,
    place: ([key = "id", index]) => {
      const own = key === "renamedFrom" ? renamedFrom[Number(index)] : places[key];
      // Every manifest has a place for its id, whether it is there or not.
      return own ?? (places["id"] as Place);
    },
  };
}
