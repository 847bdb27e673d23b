import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { formatted, ImportedProject } from "./imported-project.js";

const text = { type: "string" };
const number = { type: "number" };
const flag = { type: "boolean" };
const list = (items: object) => ({ type: "array", items });
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
const plain = { name: { ...text, description: "Its name." }, count: number, flag };
const address = object({ street: text });

/** The parameters that each type of the fixture becomes. */
const types: Readonly<Record<string, object>> = {
  Plain: { properties: plain, required: ["name", "count", "flag"] },
  Optional: { properties: { a: text, b: text } },
  Nullable: {
    properties: { a: { type: ["string", "null"] }, b: { type: ["number", "null"] } },
    required: ["a"],
  },
  Literals: {
    properties: {
      color: { enum: ["red", "green", "blue"] },
      size: { enum: [3, 1, 2] },
      one: { const: "only" },
      mixed: { enum: ["a", 1, true, null] },
    },
    required: ["color", "size", "one", "mixed"],
  },
  Ordered: { properties: { last: { enum: ["z", "b", "y"] } }, required: ["last"] },
  Arrays: {
    properties: { names: list(text), matrix: list(list(number)), frozen: list(text) },
    required: ["names", "matrix", "frozen"],
  },
  Tuples: {
    properties: {
      pair: { type: "array", prefixItems: [text, number], items: false, minItems: 2 },
      maybe: { type: "array", prefixItems: [text, number], items: false, minItems: 1 },
      rest: { type: "array", prefixItems: [text], items: number, minItems: 1 },
    },
    required: ["pair", "maybe", "rest"],
  },
  Records: {
    properties: {
      counts: { type: "object", additionalProperties: number },
      any: { type: "object", additionalProperties: {} },
    },
    required: ["counts", "any"],
  },
  Inline: { properties: { point: object({ x: number, y: number }) }, required: ["point"] },
  Named: {
    properties: { home: { $ref: "#/$defs/Address" }, work: { $ref: "#/$defs/Address" } },
    required: ["home"],
    $defs: { Address: address },
  },
  Tree: {
    properties: { value: text, children: list({ $ref: "#/$defs/Tree" }) },
    required: ["value", "children"],
    $defs: { Tree: object({ value: text, children: list({ $ref: "#/$defs/Tree" }) }) },
  },
  Extended: { properties: { more: text, ...plain }, required: ["more", "name", "count", "flag"] },
  Alias: { properties: { a: text }, required: ["a"] },
  Both: { properties: { a: text, b: number }, required: ["a", "b"] },
  Either: {
    anyOf: [object({ kind: { const: "a" }, a: text }), object({ kind: { const: "b" }, b: number })],
  },
  Unions: {
    properties: {
      id: { type: ["string", "number"] },
      value: { type: ["string", "boolean"] },
      deep: { anyOf: [{ $ref: "#/$defs/Address" }, text] },
    },
    required: ["id", "value", "deep"],
    $defs: { Address: address },
  },
  Enums: {
    properties: { level: { enum: ["low", "high"] }, numeric: { enum: [0, 1] } },
    required: ["level", "numeric"],
  },
  Generic: {
    properties: { page: { $ref: "#/$defs/Page_Address" }, other: { $ref: "#/$defs/Page_string" } },
    required: ["page", "other"],
    $defs: {
      Page_Address: object({ items: list({ $ref: "#/$defs/Address" }), next: text }, ["items"]),
      Address: address,
      Page_string: object({ items: list(text), next: text }, ["items"]),
    },
  },
  Part: { properties: plain },
  Picked: { properties: { name: plain.name, flag }, required: ["name", "flag"] },
  Omitted: { properties: { name: plain.name, count: number }, required: ["name", "count"] },
  Mapped: {
    properties: { x: number, y: number },
    required: expect.arrayContaining(["x", "y"]) as object,
  },
  Conditional: { properties: { value: number }, required: ["value"] },
  Templates: {
    properties: {
      id: { ...text, pattern: String.raw`^user--?\d+(\.\d+)?$` },
      color: { ...text, pattern: "^#.*$" },
    },
    required: ["id", "color"],
  },
  Branded: { properties: { user: text }, required: ["user"] },
  Anything: { properties: { a: {}, b: {}, c: { type: "object" } }, required: ["a", "b", "c"] },
  Tagged: {
    properties: {
      amount: { type: "integer", description: "How many.", minimum: 1, maximum: 10, default: 5 },
      word: { ...text, pattern: "^[a-z]+$", minLength: 2, default: "abc" },
      mail: { ...text, format: "email" },
      old: { ...text, deprecated: true },
      list: { ...list(text), minItems: 1, uniqueItems: true, examples: [["a"]] },
      wrong: number,
    },
    required: ["mail", "list", "wrong"],
  },
  Instance: { properties: { name: text, size: number }, required: ["name", "size"] },
  Lossy: {
    properties: { when: { ...text, format: "date-time" }, lookup: {}, run: {}, big: {} },
    required: ["when", "lookup", "run", "big"],
  },
  Keys: {
    properties: { 2: text, "content-type": text },
    required: expect.arrayContaining(["content-type", "2"]) as object,
  },
};

/** A project with the fixtures as its sources. */
function projectWithSources(): ImportedProject {
  const project = new ImportedProject();
  cpSync(join(repositoryRoot, "test/importer/fixtures"), join(project.root, "src"), { recursive: true });
  return project;
}

describe("TypeScript types", () => {
  it("have thirty fixtures", () => {
    expect(Object.keys(types).length).toBe(30);
  });

  it("become the parameters of tools", async () => {
    const project = projectWithSources();
    const names = Object.keys(types);
    const { diagnostics } = await project.import({
      kind: "typescript",
      location: `src/types.ts#${names.join(",")}`,
    });
    const ids = names.map((name) => name.toLowerCase());
    expect(
      Object.fromEntries(ids.map((id, index) => [names[index], project.manifest(id)["schema"]])),
    ).toEqual(types);
    expect(formatted(diagnostics).map((line) => line.replace(/^\d+:\d+ /, ""))).toEqual([
      'TK8001 `schema.properties.wrong.minimum` is "many"; expected a number. `minimum` was dropped.',
      "TK8001 A `Date` is a string in JSON: the tool accepts and returns RFC 3339 strings.",
      "TK8001 JSON has no `Map`, so anything is accepted here.",
      "TK8001 JSON has no `function`, so anything is accepted here.",
      "TK8001 JSON has no `bigint`, so anything is accepted here.",
    ]);
  }, 120_000);

  it("may be recursive, or reference an unlimited number of other types", async () => {
    const project = new ImportedProject({
      "src/a.ts": [
        "type Json = string | Json[];",
        "interface Box<T> { inner?: Box<Box<T>>; value: T }",
        "export interface Recursive { json: Json }",
        "export interface Endless { box: Box<string> }",
        "export type Text = string;",
      ].join("\n"),
    });
    const { tools, diagnostics } = await project.import({
      kind: "typescript",
      location: "src/a.ts#Recursive,Endless,Text",
    });
    expect(tools.map(({ status }) => status)).toEqual(["new", "new", "left out"]);
    expect(project.manifest("recursive")["schema"]).toEqual({
      properties: { json: { $ref: "#/$defs/Json" } },
      required: ["json"],
      $defs: { Json: { anyOf: [text, list({ $ref: "#/$defs/Json" })] } },
    });
    expect(formatted(diagnostics)).toEqual([
      "2:20 TK8001 The type references too many others, so anything is accepted here.",
      expect.stringMatching(
        /^5:1 TK8002 The tool was left out: .* `type: string`; expected `type: object`\.$/,
      ),
    ]);
  }, 120_000);

  it("may contain the same unnamed type millions of times", async () => {
    const doubled = Array.from({ length: 24 }, (_, n) => `const v${n + 1} = { a: v${n}, b: v${n} };`);
    const project = new ImportedProject({
      "src/a.ts": ["const v0 = { x: 1 };", ...doubled, "export interface Huge { value: typeof v24 }"].join(
        "\n",
      ),
    });
    const { tools, diagnostics } = await project.import({ kind: "typescript", location: "src/a.ts#Huge" });
    expect(tools.map(({ status }) => status)).toEqual(["new"]);
    expect(formatted(diagnostics)).toContain(
      "2:14 TK8001 The type references too many others, so anything is accepted here.",
    );
  }, 120_000);

  it("are reported when they are missing", async () => {
    const project = projectWithSources();
    await expect(
      project.import({ kind: "typescript", location: "src/types.ts#Missing" }),
    ).rejects.toMatchObject({
      diagnostic: {
        code: "TK8004",
        help: expect.stringContaining("The file exports Plain, Optional") as string,
      },
    });
    await expect(project.import({ kind: "typescript", location: "src/types.ts" })).rejects.toThrow(
      "exports no function",
    );
    await expect(project.import({ kind: "typescript", location: "src/none.ts#A" })).rejects.toThrow(
      "cannot be read",
    );
  });
});

describe("TypeScript functions", () => {
  it("become tools that call them", async () => {
    const project = projectWithSources();
    const { tools } = await project.import({ kind: "typescript", location: "src/functions.ts" });
    expect(tools.length).toBe(10);
    expect(project.manifest("add")).toMatchObject({
      description: "Adds two numbers together.\n",
      schema: { properties: { a: number, b: number }, required: ["a"] },
      result: { kind: "add.result", data: number },
    });
    const executor = await project.executor();
    const call = async (id: string, input: object): Promise<unknown> => {
      const { result } = await executor.execute(id, input);
      return result.success ? result.data : result.error;
    };
    expect({
      add: await call("add", { a: 1 }),
      greet: await call("greet", { name: "Ada", loud: true }),
      join: await call("join", { separator: "-", words: ["a", "b"] }),
      forget: await call("forget", { _value: "x" }),
      now: await call("now", {}),
      describeLevel: await call("describe-level", { level: "high" }),
      sum: await call("sum", { values: [1, 2, 3] }),
      find: await call("find", { text: "", options: { limit: 2 } }),
      repeat: await call("repeat", { value: "x", times: 2 }),
      yearOf: await call("year-of", { date: "2026-01-01T00:00:00Z" }),
    }).toEqual({
      add: 3,
      greet: "HELLO Ada",
      join: "a-b",
      forget: null,
      now: { hours: 12 },
      describeLevel: { level: "high", text: "level high" },
      sum: 6,
      find: null,
      repeat: ["x", "x"],
      yearOf: 2026,
    });
    await executor.dispose();
  }, 120_000);

  it("are called without a cast unless JSON cannot express their types", async () => {
    const project = new ImportedProject();
    const location = join(repositoryRoot, "test/importer/fixtures/functions.ts");
    await project.import({ kind: "typescript", location: `${location}#add,forget,yearOf` });
    expect(project.text("tools/add.ts")).toContain("return existing(params.a, params.b);");
    expect(project.text("tools/forget.ts")).toContain("await existing(params._value);\n  return null;");
    expect(project.text("tools/year-of.ts")).toContain("existing as unknown as");
  });

  it("receive the signal of the call, which models do not see", async () => {
    const project = new ImportedProject({
      "src/a.ts": [
        "type Options = { limit?: number; signal?: AbortSignal };",
        "const state = (one?: AbortSignal) => one?.aborted ?? null;",
        "export const last = (text: string, signal?: AbortSignal) => ({ text, state: state(signal) });",
        "export const only = (signal: AbortSignal) => ({ state: state(signal) });",
        "export const whole = (input: Options & { id: string }, signal: AbortSignal) =>",
        "  ({ id: input.id, state: state(input.signal), other: state(signal) });",
        "export const nested = (id: string, options: Options = {}) => ({ id, limit: options.limit ?? 0 });",
        "export interface Job extends Options { [key: string]: unknown }",
      ].join("\n"),
    });
    const location = "src/a.ts#last,only,whole,nested,Job";
    const { diagnostics } = await project.import({ kind: "typescript", location });
    expect(formatted(diagnostics)).toEqual([
      "1:34 TK8001 JSON has no `AbortSignal`, so anything is accepted here.",
    ]);
    const schemaOf = (id: string) => project.manifest(id)["schema"] ?? {};
    expect(["last", "only", "whole", "job"].map(schemaOf)).toEqual([
      { properties: { text }, required: ["text"] },
      {},
      { properties: { limit: number, id: text }, required: ["id"] },
      { properties: { limit: number }, additionalProperties: {} },
    ]);
    expect(project.text("tools/last.ts")).toContain("return existing(params.text, context.signal);");
    expect(project.text("tools/whole.ts")).toContain(
      'return existing({ ...params, "signal": context.signal }, context.signal);',
    );
    const executor = await project.executor();
    const call = async (id: string, input: object) => (await executor.execute(id, input)).result.data;
    expect({
      last: await call("last", { text: "a" }),
      only: await call("only", {}),
      whole: await call("whole", { id: "a" }),
      nested: await call("nested", { id: "a", options: { limit: 3 } }),
    }).toEqual({
      last: { text: "a", state: false },
      only: { state: false },
      whole: { id: "a", state: false, other: false },
      nested: { id: "a", limit: 3 },
    });
    await executor.dispose();
  }, 120_000);

  it("are imported with their first overload; the others are reported", async () => {
    const project = new ImportedProject({
      "src/a.ts": [
        "/** Reads a value by its key. */",
        "export function read(key: string): string;",
        "export function read(key: string, count: number): string[];",
        "export function read(key: string, count?: number): string | string[] {",
        "  return count === undefined ? key : [key];",
        "}",
      ].join("\n"),
    });
    const { diagnostics } = await project.import({ kind: "typescript", location: "src/a.ts" });
    expect(formatted(diagnostics)).toEqual([
      "3:1 TK8001 This overload of `read` is not imported, only the first.",
    ]);
  });

  it("may be outside the project", async () => {
    const project = new ImportedProject();
    const location = join(repositoryRoot, "test/importer/fixtures/functions.ts");
    await project.import({ kind: "typescript", location: `${location}#add` });
    const [, module = ""] = /add as existing \} from "(.*)\.js"/.exec(project.text("tools/add.ts")) ?? [];
    expect(join(project.root, "tools", `${module}.ts`)).toBe(location);
  });

  it("may be the default export", async () => {
    const project = new ImportedProject({
      "src/a.ts":
        "/** Doubles the number that it is given. */\nexport default function double(n: number): number { return n * 2; }\n",
    });
    await project.import({ kind: "typescript", location: "src/a.ts" });
    const executor = await project.executor();
    expect((await executor.execute("double", { n: 4 })).result.data).toBe(8);
    await executor.dispose();
  });
});
