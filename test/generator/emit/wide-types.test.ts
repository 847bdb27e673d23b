import { generate, memoryHost } from "@toolkiln/generator";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

const text = { type: "string" };
const project = new ScratchProject();
afterAll(() => project.remove());

/** Schemas of a property, each with values that they allow. */
const properties: Readonly<Record<string, readonly [schema: object, ...values: unknown[]]>> = {
  itemsInAllOf: [{ type: "array", allOf: [{ items: text }], unevaluatedItems: false }, ["a"], []],
  prefixInAllOf: [{ type: "array", allOf: [{ prefixItems: [text] }], unevaluatedItems: false }, ["a"], []],
  contained: [{ type: "array", contains: text, unevaluatedItems: false }, ["a"], ["a", "b"]],
  containedInAllOf: [{ type: "array", allOf: [{ contains: text }], unevaluatedItems: false }, ["a"]],
  containedBehindPrefix: [
    { type: "array", prefixItems: [text], contains: { type: "number" }, unevaluatedItems: false },
    ["a", 1],
  ],
  itemsInCondition: [
    { type: "array", if: { maxItems: 0 }, else: { items: text }, unevaluatedItems: false },
    ["a"],
  ],
  itemsInReference: [{ type: "array", $ref: "#/$defs/texts", unevaluatedItems: false }, ["a", "b"]],
  itemsInChoice: [
    { type: "array", anyOf: [{ prefixItems: [text] }, { items: text }], unevaluatedItems: false },
    ["a"],
  ],
  evaluatedTwice: [{ type: "array", allOf: [{ unevaluatedItems: text }], unevaluatedItems: false }, ["a"]],
  evaluatedInside: [
    { type: "object", allOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false },
    { a: 1 },
  ],
  keysInAnotherOrder: [
    { allOf: [{ enum: [{ a: 1, b: { c: [2], d: 3 } }] }, { const: { b: { d: 3, c: [2] }, a: 1 } }] },
    { a: 1, b: { c: [2], d: 3 } },
  ],
  manyChoices: [
    { type: "object", anyOf: choices(33), unevaluatedProperties: false },
    { p1: "x" },
    { p32: "x", p1: "y" },
  ],
  manyChoicesOfItems: [
    {
      type: "array",
      anyOf: Array.from({ length: 33 }, (_, index) => ({ prefixItems: [{ const: `v${index}` }] })),
      unevaluatedItems: false,
    },
    ["v7"],
  ],
  recursive: [{ $ref: "#/$defs/chain" }, { next: { next: {} } }],
};

function choices(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    properties: { [`p${index}`]: text },
    required: [`p${index}`],
  }));
}

const $defs = {
  texts: { items: text },
  chain: {
    type: "object",
    properties: { next: { $ref: "#/$defs/chain", type: "object", unevaluatedProperties: false } },
  },
};

const schemas: Readonly<Record<string, { readonly schema: object; readonly values: readonly unknown[] }>> = {
  properties: {
    schema: {
      properties: Object.fromEntries(Object.entries(properties).map(([name, [schema]]) => [name, schema])),
      $defs,
    },
    values: Object.entries(properties).flatMap(([name, [, ...values]]) =>
      values.map((value) => ({ [name]: value })),
    ),
  },
  root: { schema: { anyOf: choices(33) }, values: [{ p1: "x" }, { p32: "x" }] },
};

it("assigns every valid value to the generated type", async () => {
  const files = new Map(
    Object.entries(schemas).map(([id, { schema }]) => {
      const base = { id, description: "A tool.", category: "custom", risk: "safe", result: "text" };
      return [`manifests/${id}.tool.yaml`, JSON.stringify({ ...base, schema })];
    }),
  );
  const { diagnostics } = await generate({ host: memoryHost(files) });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  for (const [path, contents] of files) project.write(path, contents);
  const lines: string[] = [];
  for (const [id, { values }] of Object.entries(schemas)) {
    const path = join(project.root, `generated/tools/${id}.validator.ts`);
    const { params } = (await import(/* @vite-ignore */ path)) as { params: (value: unknown) => boolean };
    const type = `${id.charAt(0).toUpperCase()}${id.slice(1)}Input`;
    lines.push(`import type { ${type} } from "./generated/tools/${id}.js";`);
    for (const value of values) {
      expect([value, params(value)]).toEqual([value, true]);
      lines.push(`(${JSON.stringify(value)}) satisfies ${type};`);
    }
  }
  project.write("use.ts", `${lines.join("\n")}\n`);
  const errors = project.compile({ ...strictestFlags, noUnusedLocals: false }, ["use.ts"]);
  expect(errors.map(({ line, message }) => `${lines[line - 1]}: ${message}`)).toEqual([]);
});
