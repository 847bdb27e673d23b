import { fileStart } from "../diagnostics/catalog.js";
import type { JsonObject } from "../model/json-object.js";
import type { ManifestView } from "./manifest-view.js";
import type { NamedManifest } from "./rule.js";

/** What other manifests can meet a manifest in: plain data, so that another thread may have read it. */
export interface ManifestNames {
  readonly file: string;
  readonly value: JsonObject;
}

const keys = ["id", "wireName", "renamedFrom", "tags", "category"] as const;

/** Takes out of a manifest what rules over all manifests look at. */
export function manifestNames({ source, value }: ManifestView): ManifestNames {
  const present = keys.filter((key) => Object.hasOwn(value, key));
  return { file: source.file, value: Object.fromEntries(present.map((key) => [key, value[key]])) };
}

/** A manifest as rules over all manifests see it, but for where things stand in it. */
export function namedManifest({ file, value }: ManifestNames): NamedManifest {
  const { id } = value;
  return {
    id: typeof id === "string" ? id : undefined,
    value,
    source: { file },
    place: () => ({ file, range: fileStart }),
  };
}
