import { describe, expect, it } from "vitest";
import { analyze } from "../../../generator/analyze.js";
import { defaultConfig } from "../../../generator/config.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { diskHost, memoryDisk, type MemoryDisk } from "../support/bytes-host.js";
import { runSteps } from "../support/run-steps.js";

type Files = Readonly<Record<string, unknown>>;

/** One tool and other files, in the folder of manifests. */
function diskOf(manifest: object, files: Files): MemoryDisk {
  const tool = { id: "t", description: "Does one thing well enough.", category: "custom", risk: "low" };
  const all = { "t.tool.yaml": { ...tool, result: "text", ...manifest }, ...files };
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return memoryDisk(
    Object.entries(all).map(([file, value]) => [`manifests/${file}`, encode(value)] as const),
  );
}

async function run(command: string, manifest: object, files: Files): Promise<readonly Diagnostic[]> {
  const found = await runSteps(`toolkiln ${command}`, diskOf(manifest, files), defaultConfig);
  return found.filter(({ code }) => !code.startsWith("TK6"));
}

const parameter = (schema: object, $defs: object = {}) => ({
  schema: { properties: { a: { description: "A value.", ...schema } }, $defs },
});
const string = { type: "string" };

describe("a reference to a missing definition", () => {
  it.each([
    ["another file", "common.yaml#/$defs/Yess", "Did you mean `common.yaml#/$defs/Yes`?"],
    [
      "another file with another keyword",
      "common.yaml#/$defs/Oldd",
      "Did you mean `common.yaml#/definitions/Old`?",
    ],
    ["the same document", "#/$defs/Yess", "Did you mean `#/$defs/Yesss`?"],
    [
      "another file without a similar one",
      "common.yaml#/$defs/Other",
      "Define it in `$defs`, or correct the path.",
    ],
  ])("in %s suggests one that exists there", async (_, $ref, help) => {
    const common = { $defs: { Yes: string }, definitions: { Old: string } };
    const own = { Yesss: string, Other: string };
    const found = await run("lint", parameter({ $ref }, own), { "common.yaml": common });
    expect(found.map((each) => `${each.code} ${each.help}`)).toEqual([`TK3016 ${help}`]);
  });
});

/** Definitions that each refer to the next one, in files of 2,000. */
function chain(length: number, link: (next: object) => object): Files {
  const fileOf = (index: number): string => `c${Math.floor(index / 2000)}.yaml`;
  const files: Record<string, { $defs: Record<string, object> }> = {};
  for (let index = 0; index < length; index++) {
    const next = index + 1;
    const $ref = `${fileOf(next) === fileOf(index) ? "" : fileOf(next)}#/$defs/d${next}`;
    (files[fileOf(index)] ??= { $defs: {} }).$defs[`d${index}`] = next === length ? string : link({ $ref });
  }
  return files;
}

const first = { $ref: "c0.yaml#/$defs/d0" };
const data = { result: { kind: "a.b", data: { properties: { a: first } } } };
const inProperties = (next: object) => ({ type: "object", properties: { next } });

describe("a chain of definitions", () => {
  it("is circular only if it leads back to itself", async () => {
    const [tooLong] = await run(
      "lint",
      parameter(first),
      chain(600, (next) => next),
    );
    expect(tooLong).toMatchObject({
      code: "TK3017",
      message: "`c0.yaml#/$defs/d0` starts a chain of more than 500 schemas for the same value.",
    });
    const [circular] = await run("lint", parameter({ $ref: "#/$defs/a" }, { a: { $ref: "#/$defs/a" } }), {});
    expect(circular).toMatchObject({
      code: "TK3017",
      message: "`#/$defs/a` is circular: it leads back to itself without describing a value.",
    });
  });

  it.each([
    ["used twice for the same value", parameter({ allOf: [first, first] })],
    ["of an injected parameter", parameter({ ...first, "x-inject": "a" })],
  ])("that is too long to compile in one piece is an error of lint and generate: %s", async (_, manifest) => {
    const files = chain(600, inProperties);
    const found = await run("lint", manifest, files);
    expect(found.map(({ code }) => code)).toEqual(["TK3001"]);
    expect(await run("generate", manifest, files)).toEqual(found);
  });

  it.each([
    ["parameters", parameter(first)],
    ["returned data", data],
    ["a rule", { ...parameter(string), rules: [{ when: { a: first }, risk: "high" }] }],
  ])("that overflows the stack is an error, not a crash: %s", async (_, manifest) => {
    const files = chain(2500, inProperties);
    const found = await run("lint", manifest, files);
    expect(found.map(({ code }) => code)).toContain("TK3001");
    expect(await run("generate", manifest, files)).toEqual(found);
  });

  it("in several files is an error, too", async () => {
    const [found] = await run("lint", data, chain(10_000, inProperties));
    expect(found?.message).toBe("The schemas use 10,000 definitions of other files; the limit is 2,000.");
  });
});

it("names shared definitions in the order of their references, each before its siblings", async () => {
  const common = {
    $defs: {
      a: { properties: { x: { $ref: "#/$defs/c" }, y: { $ref: "other.yaml#/$defs/a" } } },
      b: string,
      c: { items: { $ref: "other.yaml#/$defs/b" } },
    },
  };
  const other = { $defs: { a: string, b: string } };
  const schema = {
    properties: {
      p: { description: "A value.", $ref: "common.yaml#/$defs/a" },
      q: { description: "A value.", $ref: "common.yaml#/$defs/b" },
    },
  };
  const disk = diskOf({ schema }, { "common.yaml": common, "other.yaml": other });
  const { models } = await analyze(diskHost(disk), defaultConfig);
  expect(models[0]?.shared?.map(({ name }) => name)).toEqual(["a", "c", "b", "a_2", "b_2"]);
});
