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
  /** Whether every schema can be sent: unsupported structures are loosened. If false, they are rejected, and objects are closed. */
  readonly lossy: boolean;
  /** Keywords sent unchanged. Others go into the description and, unless `lossy`, so do unsupported patterns. */
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
  /** Allowed property names; others are renamed and decoded. */
  readonly propertyName?: RegExp;
}
