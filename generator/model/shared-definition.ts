import type { Place } from "../read/manifest-source.js";

/**
 * A definition outside a manifest that its schemas reference, with its names in generated code. It is generated once for
 * all tools. Plain data.
 */
export interface SharedDefinition {
  /** Its name in the `$defs` of every schema that references it. */
  readonly name: string;
  readonly pointer: string;
  readonly place: Place;
  readonly file: string;
  readonly type: string;
  /** The type with its defaults filled in, where it has any. */
  readonly filledType: string;
  readonly schema: string;
  readonly validate: string;
  readonly match: string;
  readonly fill: string;
}
