/** What became of a keyword that a provider cannot express. */
export type LossEffect =
  /** The model may send more than the manifest allows; the validator still refuses it. */
  | "widened"
  /** The model may send less than the manifest allows. */
  | "narrowed"
  /** The value travels in another shape, which the decoder turns back. */
  | "reshaped"
  /** It constrained nothing and is described in words. */
  | "annotation";

/** One keyword of a manifest's schema that a definition does not carry as it is. */
export interface Loss {
  /** JSON pointer into the manifest's schema. */
  readonly pointer: string;
  readonly keyword: string;
  readonly effect: LossEffect;
  /** What a description in the definition contains instead. */
  readonly told: string;
}

/** Why a schema cannot be carried in the form that was asked for. */
export interface Refusal {
  /** JSON pointer into the manifest's schema. */
  readonly pointer: string;
  readonly keyword: string;
  readonly reason: string;
}
