import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";

/** How a value of the manifest travels to and from one provider. */
export type Codec =
  /** As it is. */
  | { readonly kind: "same" }
  | ObjectCodec
  | { readonly kind: "array"; readonly items: Codec; readonly prefix: readonly Codec[] }
  /** A map as a list of `{ key, value }`. */
  | { readonly kind: "entries"; readonly values: Codec }
  | TupleCodec
  /** Values that are not strings, written as strings. */
  | { readonly kind: "literal"; readonly values: readonly (readonly [sent: string, value: JsonValue])[] }
  /** The first alternative whose sent schema the value matches. */
  | ChoiceCodec
  /** A definition that other places share, looked up late because it may contain itself. */
  | { readonly kind: "reference"; resolve(): Codec };

/** An object with named fields. */
export interface ObjectCodec {
  readonly kind: "object";
  readonly fields: readonly FieldCodec[];
  /** For properties that are not declared. */
  readonly rest: Codec;
}

/** One property of an object. */
export interface FieldCodec {
  /** The manifest's name. */
  readonly name: string;
  /** The name that is sent. */
  readonly sentName: string;
  readonly codec: Codec;
  /** Null is how the model leaves it out. */
  readonly nullMeansAbsent: boolean;
}

/** A list of fixed places, sent as an object with a field for each. */
export interface TupleCodec {
  readonly kind: "tuple";
  readonly places: readonly FieldCodec[];
  /** The field that holds the items after the fixed places. */
  readonly rest?: { readonly name: string; readonly items: Codec };
}

/** Alternatives that the sent schemas distinguish. */
export interface ChoiceCodec {
  readonly kind: "choice";
  readonly branches: readonly { readonly sent: JsonSchemaObject; readonly codec: Codec }[];
  /** Where the sent schemas' references lead to. */
  readonly definitions: () => Readonly<Record<string, JsonSchemaObject>>;
}

/** The codec of everything that travels as it is. */
export const same: Codec = { kind: "same" };

/** Whether a codec gives every value back unchanged. */
export function changesNothing(codec: Codec, seen: ReadonlySet<Codec> = new Set()): boolean {
  if (seen.has(codec)) return true;
  const within = new Set(seen).add(codec);
  const unchanged = (inner: Codec): boolean => changesNothing(inner, within);
  switch (codec.kind) {
    case "same":
      return true;
    case "object":
      return (
        unchanged(codec.rest) &&
        codec.fields.every(
          ({ name, sentName, nullMeansAbsent, codec: inner }) =>
            name === sentName && !nullMeansAbsent && unchanged(inner),
        )
      );
    case "array":
      return unchanged(codec.items) && codec.prefix.every(unchanged);
    case "choice":
      return codec.branches.every((branch) => unchanged(branch.codec));
    case "reference":
      return unchanged(codec.resolve());
    case "entries":
    case "tuple":
    case "literal":
      return false;
    default:
      return codec satisfies never;
  }
}
