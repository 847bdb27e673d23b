import type { Place } from "../read/manifest-source.js";

/** A definition outside a manifest that its schemas reference. It is generated once for all tools. Plain data. */
export interface SharedDefinition {
  /** Its name in the `$defs` of every schema that references it. */
  readonly name: string;
  readonly type: string;
  readonly place: Place;
}
