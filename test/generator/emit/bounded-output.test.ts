import { generate, memoryHost } from "@toolkiln/generator";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

const text = { type: "string" };

/** Definitions that each reference the next one twice. */
function chain(length: number, inner: (next: object) => object): object {
  const last = { type: "object", properties: { z: text } };
  const $defs = Object.fromEntries(
    Array.from({ length }, (_, index) => {
      const next = inner({ $ref: `#/$defs/D${index + 1}` });
      return [`D${index}`, { type: "object", properties: { a: next, b: next } }];
    }),
  );
  return { properties: { r: { $ref: "#/$defs/D0" } }, $defs: { ...$defs, [`D${length}`]: last } };
}

/** Alternatives inside of alternatives, without a reference. */
function nestedChoices(depth: number): object {
  const choices = Array.from({ length: 4 }, (_, index) => ({ properties: { kind: { const: index } } }));
  const inner = depth === 0 ? text : nestedChoices(depth - 1);
  return { type: "object", properties: { inner }, anyOf: choices };
}

async function output(schema: object): Promise<{ files: Map<string, string>; errors: string[] }> {
  const base = { id: "sample", description: "A tool.", category: "custom", risk: "safe", result: "text" };
  const files = new Map([["manifests/sample.tool.yaml", JSON.stringify({ ...base, schema })]]);
  const { diagnostics } = await generate({ host: memoryHost(files) });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { files, errors: errors.map(({ code, message }) => `${code} ${message}`) };
}

describe("a small schema", () => {
  const projects: ScratchProject[] = [];
  afterAll(() => projects.forEach((project) => project.remove()));

  it.each([
    [
      "references beside other schemas",
      chain(20, (next) => ({ allOf: [next, { type: "object" }] })),
      nested(20),
    ],
    ["references beside keywords", chain(20, (next) => ({ ...next, type: "object" })), nested(20)],
    [
      "alternatives",
      { properties: { r: nestedChoices(9) } },
      { r: { kind: 3, inner: { kind: 2, inner: {} } } },
    ],
  ])("with %s generates small types, which accept all valid values", async (_, schema, value) => {
    const { files, errors } = await output(schema);
    expect(errors).toEqual([]);
    expect(files.get("generated/tools/sample.ts")?.length).toBeLessThan(500_000);
    const project = new ScratchProject();
    projects.push(project);
    for (const [path, contents] of files) project.write(path, contents);
    const validator = join(project.root, "generated/tools/sample.validator.ts");
    const { params } = (await import(/* @vite-ignore */ validator)) as {
      params: (value: unknown) => boolean;
    };
    expect(params(structuredClone(value))).toBe(true);
    const use = [
      'import type { SampleInput, SampleParams } from "./generated/tools/sample.js";',
      `export const input: SampleInput = ${JSON.stringify(value)};`,
      `export const params: SampleParams = ${JSON.stringify(value)};`,
    ];
    project.write("use.ts", `${use.join("\n")}\n`);
    expect(project.compile(strictestFlags, ["use.ts"])).toEqual([]);
  });

  it("with defaults that would fill in thousands of values is rejected", async () => {
    const { errors } = await output(chain(21, (next) => ({ ...next, default: {} })));
    expect(errors).toEqual([expect.stringMatching(/^TK3001 .*too many values/)]);
    expect((await output(chain(8, (next) => ({ ...next, default: {} })))).errors).toEqual([]);
  });

  it.each([{}, { child: {} }, { child: { child: {} } }])(
    "with the recursive default %j is rejected",
    async (value) => {
      const node = { type: "object", properties: { child: { $ref: "#/$defs/node", default: value } } };
      const { errors } = await output({ properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } });
      expect(errors).toEqual([expect.stringMatching(/^TK3001 .*defaults are recursive/)]);
    },
  );

  it("with a finite recursive default is accepted", async () => {
    const child = { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }], default: null };
    const node = { type: "object", properties: { child } };
    expect(
      (await output({ properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } })).errors,
    ).toEqual([]);
  });
});

function nested(depth: number): object {
  let value: object = { z: "a" };
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : { b: value };
  return { r: value };
}
