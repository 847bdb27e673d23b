import {
  adaptTools,
  anthropic,
  defineProvider,
  findTarget,
  gemini,
  openai,
  providers,
  toDefinitions,
  tokenCounterFor,
  ToolSetError,
  type ProviderLimits,
} from "@toolkiln/providers";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { allTools, toolOf } from "./case-tools.js";
import { targets } from "./targets.js";

const source = { text: "made up", date: "2026-11", confidence: "A" } as const;

/** A custom provider, written as the documentation describes. */
const own = defineProvider({
  name: "own",
  limits: {
    namePattern: { value: "^[a-z]+$", source },
    nameLength: { value: 8, source },
  } satisfies ProviderLimits,
  dialects: () => [{ name: "own", draft: "draft-07" }],
  define: ({ name, schema }) => ({ call: name, takes: schema }),
});

const closed = (
  properties: JsonSchemaObject["properties"],
  required: readonly string[] = [],
): JsonSchemaObject => ({
  type: "object",
  properties: properties ?? {},
  required,
  additionalProperties: false,
});

describe.each([
  ...targets,
  { title: "a user's own provider", adapt: (spec) => own.adapt(spec) } satisfies (typeof targets)[number],
])("$title keeps the contract of a provider:", (target) => {
  it("gives every tool a definition, a valid name and an object schema", () => {
    for (const spec of allTools) {
      const { definition, name, schema } = target.adapt(spec);
      expect(definition).toBeTypeOf("object");
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      expect({ tool: spec.id, type: schema.type }).toEqual({ tool: spec.id, type: "object" });
    }
  });

  it("returns the same definition every time, and does not change the tool", () => {
    for (const spec of allTools.slice(0, 60)) {
      const before = JSON.stringify(spec);
      const first = JSON.stringify(target.adapt(spec).definition);
      expect(JSON.stringify(target.adapt(spec).definition)).toBe(first);
      expect(JSON.stringify(spec)).toBe(before);
    }
  });

  it("sends none of toolkiln's own keywords", () => {
    const marked = { type: "string", "x-path": { within: "workspace" }, "x-sensitive": true } as const;
    const { definition } = target.adapt(
      toolOf("marked", closed({ p: marked, list: { type: "array", items: marked } })),
    );
    expect(JSON.stringify(definition)).not.toMatch(/"x-(path|sensitive)"/);
  });

  it("keeps parameters such as `constructor`, and does not change prototypes", () => {
    const names = ["constructor", "toString", "hasOwnProperty"];
    const schema = closed(Object.fromEntries(names.map((name) => [name, { type: "string" as const }])));
    const tool = target.adapt(toolOf("names", schema));
    const input = { constructor: "a", toString: "b" };
    expect(tool.decode(tool.encode(input))).toEqual(input);
    const hostile = JSON.parse('{ "__proto__": { "polluted": true } }') as object;
    tool.decode(hostile);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("decodes invalid JSON and deeply nested values without failing", () => {
    const tool = target.adapt(toolOf("deep", closed({ p: { type: "array", items: { type: "string" } } })));
    expect(tool.decode("not json {")).toBe("not json {");
    expect(tool.decode("")).toEqual({});
    const deep = `${'{"p":['.repeat(3000)}${"]}".repeat(3000)}`;
    expect(() => tool.decode(deep)).not.toThrow();
  });
});

describe("a set of tools", () => {
  it("is rejected as a whole when two tools would have the same name", async () => {
    const clash = [toolOf("file-read", {}), { ...toolOf("other", {}), wireName: "file_read" }];
    await expect(toDefinitions(clash, "openai")).rejects.toThrow(ToolSetError);
    await expect(toDefinitions(clash, "openai")).rejects.toThrow(
      "`file-read` and `other` have the same name `file_read`",
    );
  });

  it("is rejected as a whole when it is too large, unless the limit is raised", async () => {
    const many = Array.from({ length: 129 }, (_, index) => toolOf(`tool-${index}`, {}));
    await expect(toDefinitions(many, "openai")).rejects.toThrow("128 tools");
    expect(await toDefinitions(many, openai.withLimits({ tools: 200 }))).toHaveLength(129);
    expect(
      await toDefinitions(many, findTarget({ provider: "openai", limits: { tools: 200 } }).provider),
    ).toHaveLength(129);
  });

  it("has as many strict tools as Anthropic allows, and reports why the others are not strict", () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      toolOf(`tool-${index}`, closed({ a: { type: "string" } }, ["a"])),
    );
    const { tools } = adaptTools(many, anthropic, { strict: true });
    expect(tools.filter(({ strict }) => strict)).toHaveLength(20);
    expect(tools[24]?.fallback[0]?.reason).toContain("20 strict tools");
    expect(tools[24]?.definition.strict).toBeUndefined();
  });

  it("finds the tool that a model calls", () => {
    const set = adaptTools([{ ...toolOf("file-read", {}), wireName: "read" }], openai);
    expect(set.readCall("read", '{"a":1}')).toEqual({ id: "file-read", input: { a: 1 } });
    expect(set.readCall("write", "{}")).toBeUndefined();
  });

  it("finds a tool by every name that a registry knows, with and without the prefix", () => {
    const targets = { openai: { wireName: "open" } };
    const spec = { ...toolOf("file-read", {}), wireName: "read_it", renamedFrom: ["read-file"], targets };
    const set = adaptTools([toolOf("other", {}), spec], openai, { prefix: "files__" });
    for (const name of [
      "files__open",
      "file-read",
      "read_it",
      "read-file",
      "read_file",
      "files__read_file",
    ]) {
      expect(set.readCall(name, "{}")?.id).toBe("file-read");
    }
  });
});

describe("the settings of a manifest for one target", () => {
  const spec = {
    ...toolOf("file-read", closed({ path: { type: "string" }, size: { type: "integer" } }, ["path"])),
    examples: [{ title: "Read it", params: { path: "a" } }],
    deprecated: "Use file-open.",
    targets: { openai: { wireName: "read_it", description: "For OpenAI.", strict: true } },
  };

  it("override name, description and strictness for that target only", () => {
    const tool = openai.adapt(spec);
    expect(tool).toMatchObject({ name: "read_it", strict: true });
    expect(JSON.stringify(tool.definition)).toContain("For OpenAI.");
    expect(anthropic.adapt(spec)).toMatchObject({ name: "file-read", strict: false });
  });

  it("keep the deprecation and the examples, encoded as the model sends them", () => {
    const { definition } = openai.adapt(spec);
    const { description } = "function" in definition ? definition.function : definition;
    expect(description).toBe(
      'Deprecated: Use file-open.\n\nFor OpenAI.\n\nExamples:\n- Read it: {"path":"a","size":null}',
    );
    expect(anthropic.adapt(spec).definition.input_examples).toEqual([{ path: "a" }]);
  });
});

describe("strict mode falls back for", () => {
  const strict = (schema: JsonSchemaObject, provider: typeof openai | typeof anthropic = openai): string[] =>
    provider.adapt(toolOf("t", closed({ p: schema })), { strict: true }).fallback.map(({ reason }) => reason);

  it("a property that is optional and nullable", () => {
    expect(strict({ type: ["string", "null"] })).toEqual(["the property is optional and nullable"]);
    expect(strict({ type: ["string", "null"] }, anthropic)).toEqual([]);
  });

  it("a map", () => {
    expect(strict({ type: "object" })).toEqual(["it allows properties that are not declared"]);
  });

  it("a recursive schema", () => {
    const node = closed({ next: { $ref: "#/$defs/node" } });
    const root = { ...closed({ p: { $ref: "#/$defs/node" } }), $defs: { node } };
    const fallback = [{ reason: "a schema that contains itself cannot be sent" }];
    for (const provider of [openai, anthropic]) {
      const adapted = provider.adapt(toolOf("t", root), { strict: true });
      expect(adapted).toMatchObject({ strict: false, fallback });
    }
    expect(gemini.adapt(toolOf("t", root), { schema: "parameters" }).definition).toHaveProperty(
      "parametersJsonSchema",
    );
  });

  it("an intersection that cannot be merged", () => {
    const part = { type: "object", properties: { a: { type: "integer" } }, required: ["b"] } as const;
    expect(strict({ ...closed({ a: { type: "string" } }), allOf: [part] })).toEqual([
      "its parts cannot be merged",
    ]);
  });

  it("alternatives next to other constraints", () => {
    expect(strict({ type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] })).toEqual([
      "it has other constraints beside its alternatives",
    ]);
  });

  it("a reference to a missing definition", () => {
    expect(strict({ $ref: "#/$defs/%ff" }, anthropic)).toEqual([
      "`#/$defs/%ff` does not exist in this schema",
    ]);
  });

  it("a schema that becomes too large when its references are expanded", () => {
    const levels = Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      closed({
        a: { $ref: `#/$defs/d${index + 1}`, description: "A." },
        b: { $ref: `#/$defs/d${index + 1}`, description: "B." },
      }),
    ]);
    const $defs = Object.fromEntries([...levels, ["d40", { type: "string" }]]) as Record<
      string,
      JsonSchemaObject
    >;
    const root = { ...closed({ p: { $ref: "#/$defs/d0" } }), $defs };
    expect(anthropic.adapt(toolOf("t", root), { strict: true }).fallback[0]?.reason).toContain("too large");
  });
});

it("sends Anthropic the `minItems` that its strict mode accepts", () => {
  const { schema } = anthropic.adapt(
    toolOf(
      "t",
      closed({
        one: { type: "array", items: { type: "string" }, minItems: 1 },
        two: { type: "array", items: { type: "string" }, minItems: 2 },
      }),
    ),
    { strict: true },
  );
  expect(schema.properties).toMatchObject({ one: { minItems: 1 }, two: { description: "(minItems: 2)" } });
  expect(schema.properties?.["two"]).not.toHaveProperty("minItems");
});

it("allows Gemini the properties that match a pattern which cannot be sent", () => {
  const labels: JsonSchemaObject = { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false }; // prettier-ignore
  const schema = { type: "object", properties: { labels } } as const;
  const { definition } = gemini.adapt(toolOf("labels", schema));
  expect(definition.parametersJsonSchema?.["properties"]).toEqual({
    labels: {
      type: "object",
      properties: {},
      description: '(additionalProperties: false; patternProperties: {"^x-":{"type":"string"}})',
    },
  });
});

it("renames the properties that depend on others, like the properties themselves", () => {
  const schema: JsonSchemaObject = {
    type: "object",
    properties: { $skip: { type: "integer" }, $top: { type: "integer" }, filter: { type: "string" } },
    dependentRequired: { $skip: ["$top", "filter"] },
    dependentSchemas: { filter: { required: ["$top"] } },
  };
  expect(anthropic.adapt(toolOf("page", schema)).schema).toMatchObject({
    dependentRequired: { _skip: ["_top", "filter"] },
    dependentSchemas: { filter: { required: ["_top"] } },
  });
});

it("writes Gemini's `parameters` as an OpenAPI 3.0 schema", () => {
  const root = closed({
    mode: { enum: ["fast", "safe", null] },
    level: { enum: [1, 2] },
    tags: { type: "array", items: { $ref: "#/$defs/tag" }, minItems: 1 },
  });
  const spec = toolOf("t", { ...root, $defs: { tag: { type: "string", maxLength: 9 } } });
  expect(gemini.adapt(spec, { schema: "parameters" }).definition.parameters).toMatchObject({
    type: "OBJECT",
    properties: {
      mode: { type: "STRING", format: "enum", enum: ["fast", "safe"], nullable: true },
      level: { type: "INTEGER", description: "(enum: [1,2])" },
      tags: { type: "ARRAY", items: { type: "STRING", maxLength: "9" }, minItems: "1" },
    },
  });
});

describe("every provider", () => {
  it("has a source and a date for each limit", () => {
    for (const { limits } of Object.values(providers)) {
      for (const { source: known } of Object.values(limits)) {
        expect(known.text).not.toBe("");
        expect(known.date).toMatch(/^2026-\d\d$/);
      }
    }
  });

  it("has estimated token counts if no tokenizer is installed", async () => {
    expect(await tokenCounterFor("anthropic")).toMatchObject({ exact: false });
    expect((await tokenCounterFor("anthropic")).count("x".repeat(38))).toBe(10);
  });
});
