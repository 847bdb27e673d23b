import type { Explanation } from "../explanations.js";

/** Explanations of the codes about schemas. */
export const schemaExplanations: Readonly<
  Record<
    | "TK3001"
    | "TK3002"
    | "TK3003"
    | "TK3004"
    | "TK3005"
    | "TK3006"
    | "TK3007"
    | "TK3008"
    | "TK3009"
    | "TK3010"
    | "TK3011"
    | "TK3012"
    | "TK3013"
    | "TK3014"
    | "TK3015"
    | "TK3016"
    | "TK3017"
    | "TK3018"
    | "TK3019"
    | "TK3020"
    | "TK3021"
    | "TK3022"
    | "TK3023"
    | "TK3024"
    | "TK3025"
    | "TK3026"
    | "TK3027"
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
  TK3004: {
    why: "Some patterns try so many ways to match that a text of thirty characters blocks the process for minutes. Models and users choose the text, and no timeout can interrupt a pattern.",
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
  TK3016: {
    why: "The reference leads nowhere, so the value would not be described at all.",
    bad: [
      "schema:",
      "  properties:",
      '    point: { $ref: "#/$defs/pont", description: A point. }',
      "  $defs:",
      "    point: { type: object }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    point: { $ref: "#/$defs/point", description: A point. }',
      "  $defs:",
      "    point: { type: object }",
    ].join("\n"),
  },
  TK3017: {
    why: "The reference leads back to itself before it says anything about the value. Following it never ends.",
    bad: [
      "schema:",
      "  properties:",
      '    node: { $ref: "#/$defs/a", description: A node. }',
      "  $defs:",
      '    a: { $ref: "#/$defs/b" }',
      '    b: { $ref: "#/$defs/a" }',
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      '    node: { $ref: "#/$defs/a", description: A node. }',
      "  $defs:",
      '    a: { type: object, properties: { next: { $ref: "#/$defs/a", description: The next node. } } }',
    ].join("\n"),
  },
  TK3018: {
    why: "Schemas are never fetched and never read from outside the project: a tool would change when somebody else's file does, and a manifest could make the generator read any file.",
    bad: [
      "schema:",
      "  properties:",
      '    point: { $ref: "https://example.com/point.json", description: A point. }',
    ].join("\n"),
    good: ["schema:", "  properties:", "    point: { type: object, description: A point. }"].join("\n"),
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
  TK3022: {
    why: "Injected values are parameters that the application supplies. Inside another value a model could send them itself.",
    bad: [
      "schema:",
      "  properties:",
      "    session:",
      "      type: object",
      "      description: The session.",
      "      properties: { user: { type: string, x-inject: user, description: Who asks. } }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    user: { type: string, x-inject: user, description: Who asks. }",
    ].join("\n"),
  },
  TK3023: {
    why: "The path policy checks text that names a path. On anything else nothing would be checked.",
    bad: [
      "schema:",
      "  properties:",
      "    paths: { type: array, x-path: { within: workspace }, items: { type: string }, description: Files to read. }",
    ].join("\n"),
    good: [
      "schema:",
      "  properties:",
      "    paths: { type: array, items: { type: string, x-path: { within: workspace } }, description: Files to read. }",
    ].join("\n"),
  },
  TK3024: {
    why: "The keywords that begin with `x-` and belong to toolkiln are promises about parameters. Where they cannot be kept they must not stand.",
    bad: [
      "result:",
      "  kind: git.token",
      "  data: { type: object, properties: { token: { type: string, x-sensitive: true } } }",
    ].join("\n"),
    good: [
      "result:",
      "  kind: git.token",
      "  data: { type: object, properties: { token: { type: string } } }",
    ].join("\n"),
  },
  TK3025: {
    why: "JavaScript gives the name a meaning of its own: validators do not check it, and assigning to it changes the object.",
    bad: ["schema:", "  properties:", "    __proto__: { type: string, description: A prototype. }"].join(
      "\n",
    ),
    good: ["schema:", "  properties:", "    prototype: { type: string, description: A prototype. }"].join(
      "\n",
    ),
  },
  TK3026: {
    why: "Models send parameters as one object. A schema of anything else can never be satisfied.",
    bad: ["schema:", "  type: string"].join("\n"),
    good: ["schema:", "  properties: { path: { type: string, description: File to read. } }"].join("\n"),
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
