import type { Explanation } from "../explanations.js";

/** Explanations of the codes about the values that schemas allow: enums, bounds, patterns and defaults. */
export const schemaValueExplanations: Readonly<
  Record<
    | "TK3004"
    | "TK3008"
    | "TK3009"
    | "TK3010"
    | "TK3011"
    | "TK3012"
    | "TK3013"
    | "TK3014"
    | "TK3015"
    | "TK3027",
    Explanation
  >
> = {
  TK3004: {
    why: "Some patterns try so many ways to match that a text of thirty characters blocks the process for minutes; others take quadratic time, so that a long text does. Models and users choose the text, and no timeout can interrupt a pattern. A `maxLength` beside the pattern makes a quadratic one harmless.",
    bad: [
      "schema:",
      "  properties:",
      '    word: { type: string, pattern: "^(a+)+$", description: A word. }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    word: { type: string, pattern: "^a+$", description: A word. }',
    ].join("\n"),
  },
  TK3008: {
    why: "The value is of another type than the one beside it, so it can never be chosen, while the generated type says it can.",
    bad: [
      "schema:",
      "  properties:",
      '    level: { type: string, enum: [1, "2"], description: A level. }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    level: { type: string, enum: ["1", "2"], description: A level. }',
    ].join("\n"),
  },
  TK3009: {
    why: "An empty list of values allows nothing, so no call could ever be valid.",
    bad: ["schema:", "  properties:", "    level: { enum: [], description: A level. }"].join("\n"),
    good: ["schema:", "  properties:", "    level: { enum: [low, high], description: A level. }"].join("\n"),
  },
  TK3010: {
    why: "A value that is listed twice is a mistake in one of the two places.",
    bad: ["schema:", "  properties:", "    level: { enum: [low, low], description: A level. }"].join("\n"),
    good: ["schema:", "  properties:", "    level: { enum: [low, high], description: A level. }"].join("\n"),
  },
  TK3011: {
    why: "The bounds leave no value to choose, so no call could ever be valid.",
    bad: [
      "schema:",
      "  properties:",
      "    lines: { type: integer, minimum: 10, maximum: 1, description: How many lines to read. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    lines: { type: integer, minimum: 1, maximum: 10, description: How many lines to read. }",
    ].join("\n"),
  },
  TK3012: {
    why: "A default that its own schema refuses makes every call without the parameter invalid, or hands the tool a value that its type excludes.",
    bad: [
      "schema:",
      "  properties:",
      '    lines: { type: integer, default: "10", description: How many lines to read. }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    lines: { type: integer, default: 10, description: How many lines to read. }",
    ].join("\n"),
  },
  TK3013: {
    why: "Validators fill in defaults of properties only. Below `anyOf`, `then` and the like nobody knows beforehand what applies, so the default is never used.",
    bad: [
      "schema:",
      "  properties:",
      "    lines:",
      "      description: How many lines to read.",
      '      anyOf: [{ type: integer, default: 10 }, { type: "null" }]',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    lines:",
      "      description: How many lines to read.",
      '      anyOf: [{ type: integer }, { type: "null" }]',
      "      default: 10",
    ].join("\n"),
  },
  TK3014: {
    why: "The pattern is not a regular expression of ECMAScript with the flag u, so it matches nothing at all.",
    bad: [
      "schema:",
      "  properties:",
      '    word: { type: string, pattern: "[a-z", description: A word. }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    word: { type: string, pattern: "[a-z]", description: A word. }',
    ].join("\n"),
  },
  TK3015: {
    why: "Formats that are not known are not checked. The text may be anything.",
    bad: [
      "schema:",
      "  properties:",
      "    when: { type: string, format: datetime, description: When it happens. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    when: { type: string, format: date-time, description: When it happens. }",
    ].join("\n"),
  },
  TK3027: {
    why: "A list of more than a thousand values slows compilers down, is refused by providers and is no help to a model.",
    bad: [
      "schema:",
      "  properties:",
      "    city:",
      "      description: A city.",
      "      enum:",
      "        - city-{n}",
      "# ×1100 such lines",
    ].join("\n"),
    good: ["schema:", "  properties:", "    city: { type: string, description: A city. }"].join("\n"),
  },
};
