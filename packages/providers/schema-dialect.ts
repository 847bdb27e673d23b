import type { LimitSource } from "./limits.js";

/** Formats that OpenAI and Anthropic support. */
export const commonFormats: readonly string[] =
  "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");

/** The subset of JSON Schema that a provider accepts. References are replaced with their targets. */
export interface SchemaDialect {
  readonly name: string;
  readonly source: LimitSource;
  /** Whether the provider enforces schemas in this dialect. @default false */
  readonly strict?: boolean;
  /** Whether unsupported structures are loosened. If false, schemas with such structures are rejected, and objects are closed. */
  readonly lossy: boolean;
  /** Keywords that are sent unchanged; the description states the others. Unless `lossy`, it also states unsupported patterns. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string> | "any";
  /** How a nullable type is written. */
  readonly nullable: "type-array" | "any-of" | "keyword";
  /** How a model omits an optional property. */
  readonly optional: "absent" | "null";
  /** How `enum` and `const` are written. */
  readonly literals: "typed" | "untyped" | "scalars" | "strings";
  /** The maximum accepted `minItems`. */
  readonly highestMinItems?: number;
  /** Whether `additionalProperties` is omitted. @default false */
  readonly openObjects?: boolean;
  /** Allowed property names. Others are renamed in the sent schema; `decode` restores them. */
  readonly propertyName?: RegExp;
}
