/** Where a fact about a provider was read, and when. */
export interface LimitSource {
  readonly text: string;
  /** Year and month. */
  readonly date: string;
  /** A: the provider's own documentation or SDK. B: a server's answer seen in public. C: sources disagree. */
  readonly confidence: "A" | "B" | "C";
}

/** Where and when a fact was read. */
export function readIn(text: string, date: string, confidence: LimitSource["confidence"]): LimitSource {
  return { text, date, confidence };
}

/** Formats that OpenAI and Anthropic both know. */
export const commonFormats: readonly string[] =
  "date-time time date duration email hostname ipv4 ipv6 uuid".split(" ");

/** The part of JSON Schema that a provider takes, as data. */
export interface SchemaDialect {
  readonly name: string;
  readonly source: LimitSource;
  /** Whether every schema can be sent: what cannot be expressed is loosened instead of refused. */
  readonly total: boolean;
  /** Whether the provider holds the model to the schema. */
  readonly strict: boolean;
  /** Keywords that are sent as they are; the others go into the description. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string> | "any";
  /** Simple patterns have no lookaround, backreference or word boundary. */
  readonly patterns: "any" | "simple";
  /** The highest `minItems` that is accepted. */
  readonly highestMinItems?: number;
  /** How null beside another type is written. */
  readonly nullable: "type-array" | "any-of" | "keyword";
  /** Objects: closed everywhere, open as written, or without a word about other properties. */
  readonly objects: "closed" | "as-written" | "unsaid";
  /** How a model leaves out an optional property. */
  readonly optional: "absent" | "null";
  /** How `enum` and `const` are written. */
  readonly literals: "typed" | "untyped" | "strings" | "scalars";
  /** Whether a schema that accepts every value can be sent. */
  readonly anything: boolean;
  readonly references: "keep" | "inline";
  /** Whether a description may stand beside a reference. */
  readonly describedReferences: boolean;
  readonly recursion: "any" | "optional" | "none";
  readonly tuples: boolean;
  /** What names properties may have; others are renamed and turned back. */
  readonly propertyName?: RegExp;
}
