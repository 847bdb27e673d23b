import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Codec } from "../codec/codec.js";

/** A schema in a provider's dialect, with the way its values travel. */
export interface Carried {
  readonly sent: JsonSchemaObject;
  readonly codec: Codec;
}
