import type { JsonSchemaBuilder } from "../tool/json-schema-builder.js";

/**
 * The type of a JSON Schema's values, as far as its literal type shows: `const`, `enum`, and `type` with `items`,
 * `properties` and `required`. Everything else is `unknown`. `Filled` makes properties with a default required.
 */
export type FromSchema<Schema, Filled extends boolean = false> = Schema extends JsonSchemaBuilder
  ? Record<string, unknown>
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly type: infer Type }
        ? OfType<Schema, Type extends readonly (infer Each)[] ? Each : Type, Filled>
        : unknown;

interface PrimitiveTypes {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type OfType<Schema, Type, Filled extends boolean> = Type extends keyof PrimitiveTypes
  ? PrimitiveTypes[Type]
  : Type extends "array"
    ? Schema extends { readonly items: infer Items }
      ? FromSchema<Items, Filled>[]
      : unknown[]
    : Type extends "object"
      ? Schema extends { readonly properties: infer Properties }
        ? ObjectOf<Properties, PresentKeys<Schema, Properties, Filled>, Filled>
        : Record<string, unknown>
      : unknown;

type ObjectOf<Properties, Present, Filled extends boolean> = {
  [Key in keyof Properties as Key extends Present ? Key : never]: FromSchema<Properties[Key], Filled>;
} & {
  [Key in keyof Properties as Key extends Present ? never : Key]?: FromSchema<Properties[Key], Filled>;
};

/** The properties that always exist. */
type PresentKeys<Schema, Properties, Filled extends boolean> =
  | (Schema extends { readonly required: readonly (infer Name)[] } ? Name : never)
  | (Filled extends true
      ? {
          [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
        }[keyof Properties]
      : never);
