import type { Explanation } from "../explanations.js";

/** Explanations of the codes about what schemas point to, about our own keywords and reserved names. */
export const schemaReferenceExplanations: Readonly<
  Record<"TK3016" | "TK3017" | "TK3018" | "TK3022" | "TK3023" | "TK3024" | "TK3025", Explanation>
> = {
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
};
