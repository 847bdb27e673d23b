import type { JsonSchema, JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { ToolNames } from "@toolkiln/runtime/vocabulary";
import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../../generator/compare/compare-schemas.js";
import { compareTool } from "../../../generator/compare/compare-tools.js";

/** A change of one property, and its codes when it is a parameter and when it is a field of a result. */
type PropertyRow = readonly [
  title: string,
  before: JsonSchema,
  after: JsonSchema,
  parameter: string,
  field: string,
];

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const integer = { type: "integer" } as const;
const list = (items: JsonSchema, more: object = {}): JsonSchemaObject => ({ type: "array", items, ...more });
const object = (properties: Readonly<Record<string, JsonSchema>>, more: object = {}): JsonSchemaObject => ({
  type: "object",
  properties,
  ...more,
});
const closed = { additionalProperties: false };
const tagged = (tag: string): JsonSchemaObject => object({ t: { const: tag } }, { required: ["t"] });

const narrower = ["TK7004", "TK7301"] as const;
const wider = ["TK7203", "TK7005"] as const;
const same = ["", ""] as const;
const undecided = ["TK7007", "TK7007"] as const;

const propertyRows: readonly PropertyRow[] = [
  ["a value leaves the enum", { enum: ["x", "y"] }, { enum: ["x"] }, ...narrower],
  ["a value joins the enum", { enum: ["x"] }, { enum: ["x", "y"] }, ...wider],
  ["a value replaces another", { enum: ["x", "y"] }, { enum: ["x", "z"] }, "TK7004 TK7203", "TK7005 TK7301"],
  ["the enum is reordered", { enum: ["x", "y"] }, { enum: ["y", "x"] }, "TK7202", "TK7202"],
  ["an enum becomes text", { enum: ["x"] }, text, ...wider],
  ["text becomes an enum", text, { enum: ["x"] }, ...narrower],
  ["a constant becomes an enum with it", { const: "x" }, { enum: ["x", "y"] }, ...wider],
  ["a constant is written as an enum", { const: "x" }, { enum: ["x"] }, ...same],
  ["a constant changes", { const: "x" }, { const: "y" }, "TK7004 TK7203", "TK7005 TK7301"],
  ["an enum gets a redundant type", { enum: ["x"] }, { type: "string", enum: ["x"] }, ...same],
  ["booleans are listed", { type: "boolean" }, { enum: [true, false] }, ...same],
  ["a boolean can only be true", { type: "boolean" }, { const: true }, ...narrower],
  ["maximum lowered", { ...integer, maximum: 500 }, { ...integer, maximum: 100 }, ...narrower],
  ["maximum raised", { ...integer, maximum: 100 }, { ...integer, maximum: 500 }, ...wider],
  ["maximum added", integer, { ...integer, maximum: 5 }, ...narrower],
  ["maximum removed", { ...integer, maximum: 5 }, integer, ...wider],
  ["minimum raised", { ...number, minimum: 1 }, { ...number, minimum: 2 }, ...narrower],
  ["minimum lowered", { ...number, minimum: 2 }, { ...number, minimum: 1 }, ...wider],
  ["a bound excludes its limit", { ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }, ...narrower],
  ["a bound includes its limit", { ...number, exclusiveMaximum: 1 }, { ...number, maximum: 1 }, ...wider],
  [
    "an exclusive integer bound becomes an equivalent inclusive one",
    { ...integer, exclusiveMinimum: 0 },
    { ...integer, minimum: 1 },
    ...same,
  ],
  [
    "an integer bound beyond 2 ** 53 excludes its limit",
    { ...integer, maximum: 1e16 },
    { ...integer, exclusiveMaximum: 1e16 },
    ...narrower,
  ],
  ["an integer bound has a fraction", { ...integer, maximum: 9.5 }, { ...integer, maximum: 9 }, ...same],
  [
    "bounds move",
    { ...integer, minimum: 1, maximum: 5 },
    { ...integer, minimum: 3, maximum: 9 },
    "TK7004 TK7203",
    "TK7005 TK7301",
  ],
  ["integers become numbers", integer, number, ...wider],
  ["numbers become integers", number, integer, ...narrower],
  ["a multiple is demanded", integer, { ...integer, multipleOf: 5 }, ...narrower],
  ["a finer multiple is enough", { ...integer, multipleOf: 10 }, { ...integer, multipleOf: 5 }, ...wider],
  ["every integer is a multiple of one", integer, { ...integer, multipleOf: 1 }, ...same],
  ["null becomes possible", text, { type: ["string", "null"] }, ...wider],
  ["null becomes impossible", { type: ["string", "null"] }, text, ...narrower],
  [
    "null is written as an alternative",
    { type: ["string", "null"] },
    { anyOf: [text, { type: "null" }] },
    ...same,
  ],
  ["text becomes a number", text, number, "TK7004 TK7203", "TK7005 TK7301"],
  ["any value becomes text", true, text, ...narrower],
  ["text becomes any value", text, true, ...wider],
  ["minLength raised", { ...text, minLength: 1 }, { ...text, minLength: 2 }, ...narrower],
  ["minLength of zero added", text, { ...text, minLength: 0 }, ...same],
  ["maxLength raised", { ...text, maxLength: 5 }, { ...text, maxLength: 9 }, ...wider],
  ["a pattern is added", text, { ...text, pattern: "^[a-z]+$" }, ...narrower],
  ["a pattern is removed", { ...text, pattern: "^[a-z]+$" }, text, ...wider],
  [
    "a pattern changes",
    { ...text, pattern: "^q[0-9]{2}$" },
    { ...text, pattern: "^q[0-9]{3}$" },
    ...undecided,
  ],
  [
    "a pattern stays",
    { ...text, pattern: "^q$", maxLength: 9 },
    { maxLength: 9, pattern: "^q$", ...text },
    ...same,
  ],
  ["a format is added", text, { ...text, format: "date" }, ...narrower],
  ["a format is removed", { ...text, format: "date" }, text, ...wider],
  ["a format changes", { ...text, format: "date" }, { ...text, format: "email" }, "TK7007", "TK7007"],
  ["items narrow", list(number), list(integer), ...narrower],
  ["items widen", list(integer), list(number), ...wider],
  ["items are described", list(true), list(text), ...narrower],
  ["maxItems lowered", list(text, { maxItems: 9 }), list(text, { maxItems: 5 }), ...narrower],
  ["minItems lowered", list(text, { minItems: 2 }), list(text, { minItems: 1 }), ...wider],
  ["items have to be unique", list(text), list(text, { uniqueItems: true }), ...narrower],
  ["items may repeat", list(text, { uniqueItems: true }), list(text), ...wider],
  [
    "one item is unique",
    list(text, { maxItems: 1 }),
    list(text, { maxItems: 1, uniqueItems: true }),
    ...same,
  ],
  ["`contains` is added", list(text), list(text, { contains: { const: "x" } }), ...narrower],
  ["`prefixItems` is added", list(text), list(text, { prefixItems: [{ enum: ["x"] }] }), ...narrower],
  [
    "`prefixItems` changes",
    list(true, { prefixItems: [text] }),
    list(true, { prefixItems: [number] }),
    "TK7004 TK7203",
    "TK7005 TK7301",
  ],
  [
    "an optional property of a closed object is new",
    object({}, closed),
    object({ a: text }, closed),
    "TK7203",
    "TK7005",
  ],
  [
    "an optional property of an open object is new",
    object({}),
    object({ a: text }),
    "TK7004 TK7203",
    "TK7301",
  ],
  [
    "a required property is new",
    object({}, closed),
    object({ a: text }, { ...closed, required: ["a"] }),
    "TK7003",
    "TK7005",
  ],
  [
    "a property of a closed object is gone",
    object({ a: text }, closed),
    object({}, closed),
    "TK7002",
    "TK7006",
  ],
  ["a property of an open object is gone", object({ a: text }), object({}), "TK7002", "TK7006"],
  ["a required property is gone", object({ a: text }, { required: ["a"] }), object({}), "TK7002", "TK7006"],
  [
    "a property becomes required",
    object({ a: text }),
    object({ a: text }, { required: ["a"] }),
    "TK7003",
    "TK7301",
  ],
  [
    "a property becomes optional",
    object({ a: text }, { required: ["a"] }),
    object({ a: text }),
    "TK7203",
    "TK7005",
  ],
  ["an object is closed", object({ a: text }), object({ a: text }, closed), ...narrower],
  ["an object is opened", object({ a: text }, closed), object({ a: text }), ...wider],
  [
    "additional properties narrow",
    object({}, { additionalProperties: number }),
    object({}, { additionalProperties: integer }),
    ...narrower,
  ],
  [
    "additional properties widen",
    object({}, { additionalProperties: integer }),
    object({}, { additionalProperties: number }),
    ...wider,
  ],
  [
    "`additionalProperties: true` is added, which is the default",
    object({ a: text }),
    object({ a: text }, { additionalProperties: true }),
    ...same,
  ],
  [
    "`propertyNames` is added",
    object({}),
    object({}, { propertyNames: { maxLength: 3 } }),
    "TK7004",
    "TK7301",
  ],
  ["maxProperties added", object({}), object({}, { maxProperties: 3 }), ...narrower],
  [
    "`minProperties` is added that `required` implies",
    object({ a: text }, { required: ["a"] }),
    object({ a: text }, { required: ["a"], minProperties: 1 }),
    ...same,
  ],
  [
    "properties are reordered",
    object({ a: text, b: text }),
    object({ b: text, a: text }),
    "TK7202",
    "TK7202",
  ],
  [
    "a deep bound is lowered",
    object({ a: list(object({ b: { ...integer, maximum: 9 } })) }),
    object({ a: list(object({ b: { ...integer, maximum: 5 } })) }),
    ...narrower,
  ],
  ["alternatives are reordered", { anyOf: [text, integer] }, { anyOf: [integer, text] }, ...same],
  [
    "an alternative is new",
    { anyOf: [text, integer] },
    { anyOf: [text, integer, { type: "boolean" }] },
    ...wider,
  ],
  [
    "an alternative is gone",
    { anyOf: [text, integer, { type: "boolean" }] },
    { anyOf: [text, integer] },
    ...narrower,
  ],
  [
    "an alternative narrows",
    { anyOf: [{ ...integer, maximum: 9 }, { type: "null" }] },
    { anyOf: [{ ...integer, maximum: 5 }, { type: "null" }] },
    ...narrower,
  ],
  ["an alternative allows all values of another", { anyOf: [integer, number] }, number, ...same],
  ["alternatives become exclusive", { anyOf: [text, integer] }, { oneOf: [text, integer] }, ...same],
  [
    "overlapping alternatives become exclusive",
    { anyOf: [integer, number] },
    { oneOf: [integer, number] },
    "TK7007",
    "TK7301",
  ],
  ["tagged alternatives stay", { oneOf: ["a", "b"].map(tagged) }, { anyOf: ["b", "a"].map(tagged) }, ...same],
  [
    "a tagged alternative is gone",
    { oneOf: ["a", "b", "c"].map(tagged) },
    { oneOf: ["a", "b"].map(tagged) },
    ...narrower,
  ],
  [
    "a tagged alternative is new",
    { oneOf: ["a", "b"].map(tagged) },
    { oneOf: ["a", "b", "c"].map(tagged) },
    ...wider,
  ],
  [
    "a multiple of one is demanded of integers and text",
    { type: ["string", "integer"] },
    { type: ["string", "integer"], multipleOf: 1 },
    ...same,
  ],
  [
    "a bound is lowered beside alternatives",
    object({ a: { ...integer, maximum: 9 } }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    object({ a: { ...integer, maximum: 5 } }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    ...narrower,
  ],
  ["a bound moves into allOf", { ...integer, maximum: 5 }, { allOf: [integer, { maximum: 5 }] }, ...same],
  ["allOf gains a bound", { allOf: [integer] }, { allOf: [integer, { maximum: 5 }] }, ...narrower],
  ["a value is excluded", text, { ...text, not: { const: "x" } }, ...narrower],
  ["`not` excludes a type that was not allowed anyway", text, { ...text, not: integer }, ...same],
  [
    "a condition is added",
    object({ a: text }),
    object({ a: text }, { if: { required: ["c"] }, else: { required: ["b"] } }),
    ...narrower,
  ],
  ["a condition stays", { if: { const: 1 }, else: false }, { else: false, if: { const: 1 } }, ...same],
  [
    "a description changes",
    { ...text, description: "One." },
    { ...text, description: "Two." },
    "TK7201",
    "TK7201",
  ],
  ["a title is new", text, { ...text, title: "Name" }, "TK7201", "TK7201"],
  ["a default changes", { ...integer, default: 1 }, { ...integer, default: 2 }, "TK7204", "TK7204"],
  ["a property is deprecated", text, { ...text, deprecated: true }, "TK7201", "TK7201"],
  ["a comment changes", { ...text, $comment: "One." }, { ...text, $comment: "Two." }, ...same],
];

describe.each(["parameters", "result"] as const)("a change in %s is classified:", (role) => {
  it.each(propertyRows)("%s", (_title, before, after, parameter, field) => {
    const root = (value: JsonSchema): JsonSchemaObject =>
      object({ value }, { required: ["value"], ...closed });
    const changes = compareSchemas(root(before), root(after), role);
    expect([...new Set(changes.map(({ code }) => code))].toSorted().join(" ")).toBe(
      role === "parameters" ? parameter : field,
    );
  });
});

const base: ToolSpec = {
  id: "file-read",
  wireName: "file_read",
  name: "Read File",
  description: "Read a file.",
  category: "file-system",
  risk: "low",
  kind: "text",
  inputSchema: object({ path: text, limit: integer }, { required: ["path"], ...closed }),
  result: {},
};
const rule = { when: object({ path: { pattern: "env" } }, { required: ["path"] }), risk: "high" } as const;
const sandbox = { pointer: "/path", within: "workspace" } as const;

/** A change of a tool, and its codes. */
const toolRows: readonly (readonly [string, Partial<ToolSpec>, Partial<ToolSpec>, string])[] = [
  ["nothing changes", {}, {}, ""],
  ["the id changes with a declared rename", {}, { id: "file-open", renamedFrom: ["file-read"] }, "TK7207"],
  ["an old id is gone", { renamedFrom: ["file-open", "read"] }, { renamedFrom: ["read"] }, "TK7001"],
  ["the wire name changes", {}, { wireName: "open" }, "TK7008"],
  ["the wire name becomes the id", { wireName: "file-read" }, {}, "TK7201"],
  [
    "the wire name follows a declared rename",
    {},
    { id: "file-open", wireName: "file_open", renamedFrom: ["file-read"] },
    "TK7201 TK7207",
  ],
  ["the name changes", {}, { name: "Open File" }, "TK7201"],
  ["the description changes", {}, { description: "Open a file." }, "TK7201"],
  ["it is deprecated", {}, { deprecated: "Use file-open." }, "TK7201"],
  ["the kind changes", {}, { kind: "table" }, "TK7009"],
  ["the risk rises", {}, { risk: "high" }, "TK7101"],
  ["the risk falls", {}, { risk: "safe" }, "TK7101"],
  ["a rule is new", {}, { rules: [rule] }, "TK7102"],
  ["a rule is gone", { rules: [rule] }, {}, "TK7102"],
  ["a rule is milder", { rules: [rule] }, { rules: [{ ...rule, risk: "medium" }] }, "TK7102"],
  [
    "rules are reordered",
    { rules: [rule, { ...rule, risk: "critical" }] },
    { rules: [{ ...rule, risk: "critical" }, rule] },
    "TK7102",
  ],
  ["a hint changes", { hints: { idempotent: true } }, { hints: { idempotent: false } }, "TK7103"],
  [
    "a path may now be outside the workspace",
    { paths: [sandbox] },
    { paths: [{ ...sandbox, within: "anywhere" }] },
    "TK7104",
  ],
  ["a path is checked", {}, { paths: [sandbox] }, "TK7104"],
  ["a value is injected", {}, { inject: [{ parameter: "user", key: "user" }] }, "TK7010 TK7105"],
  [
    "an optional value is injected",
    {},
    { inject: [{ parameter: "user", key: "user", optional: true }] },
    "TK7105",
  ],
  ["an injected value is gone", { inject: [{ parameter: "user", key: "user" }] }, {}, "TK7105 TK7302"],
  ["the execution summary changes", {}, { executionSummary: "Read" }, "TK7106"],
  ["a parameter is hidden from approvers", {}, { sensitive: ["/path"] }, "TK7106"],
  ["a requirement is new", {}, { requires: ["terminal"] }, "TK7010"],
  ["a service is needed", {}, { uses: ["database"] }, "TK7010"],
  ["a requirement is gone", { requires: ["terminal"] }, {}, "TK7302"],
  ["an example is new", {}, { examples: [{ title: "One", params: { path: "a" } }] }, "TK7204"],
  ["the timeout changes", {}, { timeout: 5 }, "TK7302"],
  ["tags change", {}, { tags: ["a"] }, "TK7302"],
  ["the category changes", {}, { category: "custom" }, "TK7302"],
  ["a lock changes", {}, { concurrency: [{ key: "a", mode: "exclusive" }] }, "TK7302"],
  ["maxDataLength falls", {}, { result: { maxDataLength: 5 } }, "TK7302"],
  ["the envelope changes", {}, { envelope: { tags: ["a"] } }, "TK7302"],
  [
    "the parameters allow additional properties",
    {},
    { inputSchema: { ...base.inputSchema, additionalProperties: true } },
    "TK7203",
  ],
  [
    "a parameter is renamed without declaring it",
    {},
    { inputSchema: object({ file: text, limit: integer }, { required: ["file"], ...closed }) },
    "TK7002 TK7003",
  ],
  [
    "a parameter is renamed and its old name is declared",
    {},
    {
      inputSchema: object({ file: text, limit: integer }, { required: ["file"], ...closed }),
      renamedParameters: { path: "file" },
    },
    "TK7207",
  ],
  [
    "a renamed parameter is also named by subschemas",
    {
      inputSchema: object(
        { path: text, limit: integer },
        {
          oneOf: [{ required: ["path"] }, { properties: { path: false }, required: ["limit"] }],
          dependentRequired: { limit: ["path"] },
          not: { dependentSchemas: { path: { required: ["limit"] } } },
        },
      ),
    },
    {
      inputSchema: object(
        { file: text, limit: integer },
        {
          oneOf: [{ required: ["file"] }, { properties: { file: false }, required: ["limit"] }],
          dependentRequired: { limit: ["file"] },
          not: { dependentSchemas: { file: { required: ["limit"] } } },
        },
      ),
      renamedParameters: { path: "file" },
    },
    "TK7207",
  ],
  ["an old name of a parameter is gone", { renamedParameters: { file: "path" } }, {}, "TK7002"],
  [
    "a parameter with an old name is renamed again",
    { renamedParameters: { name: "path" } },
    {
      inputSchema: object({ file: text, limit: integer }, { required: ["file"], ...closed }),
      renamedParameters: { name: "file", path: "file" },
    },
    "TK7207",
  ],
  [
    "a result gets a schema",
    { kind: "a.b" },
    { kind: "a.b", result: { dataSchema: object({ a: text }) } },
    "TK7301",
  ],
  [
    "a result loses its schema",
    { kind: "a.b", result: { dataSchema: object({ a: text }) } },
    { kind: "a.b" },
    "TK7005 TK7006",
  ],
];

describe("a change of a tool is classified:", () => {
  it.each(toolRows)("%s", (_title, before, after, codes) => {
    const [old, now] = [
      { ...base, ...before },
      { ...base, ...after },
    ];
    const changes = compareTool({ before: old, after: now }, new ToolNames([now]));
    expect([...new Set(changes.map(({ code }) => code))].toSorted().join(" ")).toBe(codes);
  });
});

it("shows rules in full, so that every difference is visible", () => {
  const limit = (minimum: number): Partial<ToolSpec> => {
    const cents = object({ cents: { description: "x".repeat(100), minimum } });
    return { rules: [{ when: object({ price: cents }, { required: ["price"] }), risk: "high" }] };
  };
  const now = { ...base, ...limit(50_000) };
  const changes = compareTool({ before: { ...base, ...limit(100_000) }, after: now }, new ToolNames([now]));
  expect(changes.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^A rule was removed: .*"minimum":100000.*"risk":"high"}`\.$/),
    expect.stringMatching(/^A rule was added: .*"minimum":50000.*"risk":"high"}`\.$/),
  ]);
});

describe("a comparison of schemas", () => {
  const messagesOf = (
    before: JsonSchema,
    after: JsonSchema,
    role: "parameters" | "result" = "parameters",
  ): string[] =>
    compareSchemas(object({ limit: before }), object({ limit: after }), role).map(({ message }) => message);

  it("reports changes in the author's terms", () => {
    expect(messagesOf({ ...integer, maximum: 500 }, { ...integer, maximum: 100 })).toEqual([
      "`limit`: maximum lowered from 500 to 100.",
    ]);
    expect(messagesOf({ type: ["string", "null"] }, text)).toEqual(["`limit` no longer allows null."]);
    expect(messagesOf(text, { type: ["string", "null"] }, "result")).toEqual(["`limit` now allows null."]);
  });

  it("names types as authors do", () => {
    expect(messagesOf(text, { type: ["string", "boolean", "number"] })).toEqual([
      "`limit` now allows booleans, numbers.",
    ]);
    expect(messagesOf({ enum: ["x", null, 1] }, { enum: ["x"] })).toEqual([
      "`limit` no longer allows null, 1.",
    ]);
  });

  it("compares the values of a schema that references its root", () => {
    const chain = (kinds: readonly string[]) => object({ kind: { enum: kinds }, next: { $ref: "#" } });
    const messages = compareSchemas(chain(["a"]), chain(["a", "b"]), "parameters").map(
      ({ message }) => message,
    );
    expect(messages).toEqual(['`kind` now allows `"b"`.']);
  });

  it("reports that it cannot prove whether a change is compatible", () => {
    expect(messagesOf({ ...text, pattern: "^q[0-9]{2}$" }, { ...text, pattern: "^q[0-9]{3}$" })[0]).toContain(
      "It is unclear whether",
    );
  });

  it("reports only once that the root no longer allows other properties", () => {
    expect(compareSchemas(object({ a: text }), object({ a: text }, closed), "parameters")).toHaveLength(1);
  });

  it("compares recursive definitions, and treats a definition and its inlined copy as equal", () => {
    const tree = (maximum: number): JsonSchemaObject => ({
      $ref: "#/$defs/node",
      $defs: { node: object({ size: { ...integer, maximum }, children: list({ $ref: "#/$defs/node" }) }) },
    });
    expect(compareSchemas(tree(5), tree(9), "result").map(({ code }) => code)).toEqual(["TK7005"]);
    const inlined = { ...object({ limit: text }), $defs: {} };
    const shared = { ...object({ limit: { $ref: "#/$defs/text" } }), $defs: { text } };
    expect(compareSchemas(shared, inlined, "parameters")).toEqual([]);
  });

  it.each(["not", "contains", "if"])("allows a schema below `%s` to move to a definition", (keyword) => {
    const before = object({ value: { [keyword]: text } });
    const after = { ...object({ value: { [keyword]: { $ref: "#/$defs/text" } } }), $defs: { text } };
    expect(compareSchemas(before, after, "parameters")).toEqual([]);
    expect(compareSchemas(after, before, "parameters")).toEqual([]);
  });

  it("quickly compares many definitions that reference each other", () => {
    const names = Array.from({ length: 60 }, (_, index) => `d${index}`);
    const references = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const mesh = (first: JsonSchema): JsonSchemaObject => ({
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(
        names.map((name) => [name, object({ ...references, value: name === "d0" ? first : text })]),
      ),
    });
    const start = Date.now();
    expect(compareSchemas(mesh(text), mesh(text), "parameters")).toEqual([]);
    expect(compareSchemas(mesh(text), mesh(integer), "parameters").map(({ code }) => code)).toEqual([
      "TK7004",
      "TK7203",
    ]);
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});
