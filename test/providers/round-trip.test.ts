import { openai } from "@toolkiln/providers";
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryValue } from "./arbitrary-value.js";
import { allTools, toolOf } from "./case-tools.js";
import { compile, withoutNullable } from "./schema-validators.js";
import { targets, type Target } from "./targets.js";

function samples(schema: JsonSchema, count: number): unknown[] {
  return fc.sample(arbitraryValue(schema), { numRuns: count, seed: 11 });
}

/** Every tool with its validator and with inputs that the validator accepts, created once for all targets. */
const tools = allTools.flatMap((spec) => {
  const validate = compile(spec.inputSchema);
  if (validate === undefined) return [];
  const inputs = samples(spec.inputSchema, 12).filter((value) => validate(value));
  return [{ spec, validate, inputs }];
});
const broken = allTools.filter((spec) => compile(spec.inputSchema) === undefined);
if (broken.length > 0) {
  process.stderr.write(
    `Only tried for not failing, because they are no 2020-12: ${broken.map(({ id }) => id).join(", ")}\n`,
  );
}

it("has inputs for nearly every tool", () => {
  const without = tools.filter(({ inputs }) => inputs.length === 0).map(({ spec }) => spec.id);
  expect(without.slice(Math.floor(tools.length / 20))).toEqual([]);
});

it("fills in null for omitted properties even if the input contains undescribed values", () => {
  const text = { type: "string" } as const;
  const inner = { type: "object", properties: { a: text, b: text }, required: ["a"] } as const;
  const inputSchema: JsonSchemaObject = {
    type: "object",
    properties: { inner, list: { type: "array", items: inner }, other: text },
    required: ["inner"],
    additionalProperties: false,
  };
  const { strict, encode } = openai.adapt(toolOf("partly-described", inputSchema), { strict: true });
  expect(strict).toBe(true);
  expect(encode({ inner: { a: "x", more: 1 }, list: [{ a: "x" }, 5] })).toEqual({
    inner: { a: "x", b: null, more: 1 },
    list: [{ a: "x", b: null }, 5],
    other: null,
  });
});

/** Targets with different schemas; each of the others sends the same schemas as one of these. */
const different = targets.filter(
  ({ title }) => !/responses|openai-agents|ai-sdk strict|langchain/.test(title),
);

describe.each(different)("$title", (target: Target) => {
  const adapted = tools.map((tool) => ({ ...tool, tool: target.adapt(tool.spec) }));

  it("decodes every encoded input to the original", () => {
    for (const { spec, inputs, tool } of adapted) {
      const decoded = inputs.map((input) => tool.decode(tool.encode(input)));
      expect({ tool: spec.id, decoded }).toEqual({ tool: spec.id, decoded: inputs });
    }
  });

  it("sends a schema that accepts every encoded input", () => {
    for (const { spec, inputs, tool } of adapted) {
      const isDraft07 = target.title.includes("draft-07") || (!tool.strict && target.isFramework === true);
      const sent = compile(withoutNullable(tool.schema), isDraft07 ? "draft-07" : "2020-12");
      if (sent === undefined) throw new Error(`${spec.id}: the sent schema does not compile`);
      const refused = inputs
        .map((input) => tool.encode(input))
        .flatMap((encoded) => (sent(encoded) ? [] : [{ encoded, errors: sent.errors }]));
      expect({ tool: spec.id, refused }).toEqual({ tool: spec.id, refused: [] });
    }
  });

  it("decodes any input that matches the sent schema to a value that the validator can check", () => {
    for (const { validate, tool } of adapted) {
      for (const value of samples(tool.schema, 4))
        expect(typeof validate(tool.decode(value))).toBe("boolean");
    }
  });

  it("does not fail on schemas that are not valid", () => {
    for (const spec of broken) expect(target.adapt(spec).definition).toBeDefined();
  });

  it("describes every loss in the definition", () => {
    for (const { spec, tool } of adapted) {
      const text = JSON.stringify(tool.definition);
      const silent = tool.losses.filter(({ note }) => !text.includes(JSON.stringify(note).slice(1, -1)));
      expect({ tool: spec.id, silent }).toEqual({ tool: spec.id, silent: [] });
    }
  });
});
