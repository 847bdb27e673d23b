import type { Place } from "../read/manifest-source.js";

/** A definition outside of a manifest that its schemas refer to. It is generated once, for all tools. It is plain data. */
export interface SharedDefinition {
  /** What it is called in the `$defs` of every schema that refers to it. */
  readonly name: string;
  /** What its type is called in generated code. */
  readonly type: string;
  /** Where it stands. */
  readonly place: Place;
}
