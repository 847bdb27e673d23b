import type { JsonSchemaObject } from "@toolkiln/runtime";

/** The effect of a keyword that a provider lacks. */
export type LossEffect =
  /** The model may send more than the manifest allows; the validator rejects it. */
  | "widened"
  /** The model may send less than the manifest allows. */
  | "narrowed"
  /** The value is sent in another shape, which `decode` reverts. */
  | "reshaped"
  /** The keyword constrains nothing; at most, the description mentions it. */
  | "annotation";

/** A schema keyword, example or `targets` field of a manifest that a definition omits or changes. */
export interface Loss {
  /** JSON pointer into the manifest's schema, or into the manifest itself: `/examples/…`, `/targets/…`. */
  readonly pointer: string;
  readonly keyword: string;
  readonly effect: LossEffect;
  /** The text that replaces the keyword in the definition's description. */
  readonly note: string;
}

/** Why a schema cannot be sent in the requested form. */
export interface Refusal {
  /** JSON pointer into the manifest's schema. */
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}

/** How values of a schema are encoded and decoded. */
export interface WireForm {
  /** The schema that is sent. */
  readonly sent: JsonSchemaObject;
  /** Renamed properties: from the name in the manifest to the name that is sent. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether null stands for an absent optional property. */
  readonly nullMeansAbsent: boolean;
}

/** A tool's schema in a provider's dialect. */
export interface WrittenSchema extends WireForm {
  readonly losses: readonly Loss[];
  /** If not empty, the schema cannot be sent in this form. */
  readonly refusals: readonly Refusal[];
}
