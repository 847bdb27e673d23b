import type { Explanation } from "../explanations.js";

/** Explanations of the codes about the form of schemas: keywords, types and dialects. */
export const schemaFormExplanations: Readonly<
  Record<
    | "TK3001"
    | "TK3002"
    | "TK3003"
    | "TK3005"
    | "TK3006"
    | "TK3007"
    | "TK3019"
    | "TK3020"
    | "TK3021"
    | "TK3026"
    | "TK3028",
    Explanation
  >
> = {
  TK3001: {
    why: "No validator can be made of the schema. The message says what stands in the way; here it consists of thousands of schemas, each inside the one before.",
    bad: [
      "schema:",
      '  properties: { first: { $ref: "#/$defs/level0", description: A value. } }',
      "  $defs:",
      "    level3000: { type: string }",
      '    level{n}: { items: { $ref: "#/$defs/level{n+1}" } }',
      "# ×3000 such lines",
    ].join("\n"),
    good: [
      "schema:",
      '  properties: { first: { $ref: "#/$defs/level", description: A value. } }',
      "  $defs:",
      '    level: { properties: { next: { $ref: "#/$defs/level", description: The next level. } } }',
    ].join("\n"),
  },
  TK3002: {
    why: "Keywords that JSON Schema does not know are ignored by validators and models. What you meant by it is lost.",
    bad: [
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read., optional: true }",
    ].join("\n"),
    good: ["schema:", "  properties:", "    path: { type: string, description: File to read. }"].join("\n"),
  },
  TK3003: {
    why: "A misspelled keyword is no keyword, so the limit that it should set does not exist.",
    bad: [
      "schema:",
      "  properties:",
      "    path: { type: string, minLenght: 1, description: File to read. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    path: { type: string, minLength: 1, description: File to read. }",
    ].join("\n"),
  },
  TK3005: {
    why: "The keyword takes a value of another form. Validators would refuse the schema or ignore the keyword.",
    bad: [
      "schema:",
      "  properties:",
      '    path: { type: string, minLength: "1", description: File to read. }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    path: { type: string, minLength: 1, description: File to read. }",
    ].join("\n"),
  },
  TK3006: {
    why: "JSON Schema has seven types. What other languages call them means nothing to a validator.",
    bad: ["schema:", "  properties:", "    ratio: { type: float, description: A ratio. }"].join("\n"),
    good: ["schema:", "  properties:", "    ratio: { type: number, description: A ratio. }"].join("\n"),
  },
  TK3007: {
    why: "A property that is required but never described cannot be filled in: the type would demand what the schema does not know.",
    bad: [
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
      "  required: [file]",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    path: { type: string, description: File to read. }",
      "  required: [path]",
    ].join("\n"),
  },
  TK3019: {
    why: "The keyword would write source code, take limits from other data or move what references mean. None of that can be checked.",
    bad: [
      "schema:",
      "  properties:",
      '    path: { type: string, description: File to read., tsType: "string & { brand: 1 }" }',
    ].join("\n"),
    good: ["schema:", "  properties:", "    path: { type: string, description: File to read. }"].join("\n"),
  },
  TK3020: {
    why: "An address of a schema changes what references mean and reaches validators unescaped. A tool's schema needs none, so it is left out.",
    bad: [
      "schema:",
      "  $id: https://example.com/read.json",
      "  properties: { path: { type: string, description: File to read. } }",
    ].join("\n"),
    good: ["schema:", "  properties: { path: { type: string, description: File to read. } }"].join("\n"),
  },
  TK3021: {
    why: "The dialect is not one of JSON Schema's, so keywords may mean something else than their author thought.",
    bad: [
      "schema:",
      "  $schema: https://example.com/dialect",
      "  properties: { path: { type: string, description: File to read. } }",
    ].join("\n"),
    good: [
      "schema:",
      "  $schema: https://json-schema.org/draft/2020-12/schema",
      "  properties: { path: { type: string, description: File to read. } }",
    ].join("\n"),
  },
  TK3026: {
    why: "Models send parameters as one object. A schema of anything else can never be satisfied.",
    bad: ["schema:", "  type: string"].join("\n"),
    good: ["schema:", "  properties: { path: { type: string, description: File to read. } }"].join("\n"),
  },
  TK3028: {
    why: "A keyword speaks about one type of value: `minLength` about text, `minimum` about numbers. Beside another type it checks nothing, although it looks as if it did.",
    bad: [
      "schema:",
      "  properties:",
      "    lines: { type: integer, minLength: 1, description: Lines to read. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    lines: { type: integer, minimum: 1, description: Lines to read. }",
    ].join("\n"),
  },
};
