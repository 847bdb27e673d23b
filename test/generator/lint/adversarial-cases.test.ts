import { describe, expect, it } from "vitest";
import type { DiagnosticCode } from "../../../generator/diagnostics/diagnostic.js";
import { analyzeExample } from "../support/manifests.js";

const property = (schema: string): string =>
  `schema:\n  properties:\n    value: { description: A value., ${schema} }\n`;
const withId = (id: string): string => `# file: manifests/x.tool.yaml\nid: ${id}\n`;
const twoIds = (first: string, second: string): string =>
  `# file: manifests/${first}.tool.yaml\nid: ${first}\n# file: manifests/${second}.tool.yaml\nid: ${second}\n`;
const deep = `tags: ${"[".repeat(1000)}${"]".repeat(1000)}\n`;

/** The expected result of each input: a code that must be reported, or no diagnostic. */
const cases: readonly (readonly [id: string, input: string, code: DiagnosticCode | "fine"])[] = [
  ["P01", deep, "TK1005"],
  ["P02", `# file: manifests/a.tool.yaml\n${deep}# file: manifests/b.tool.yaml\n${deep}`, "TK1005"],
  ["P04", `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n`, "TK1007"],
  ["P05", `a: &a ${"x".repeat(50_000)}\nb: [${"*a, ".repeat(90)}]\n`, "TK1007"],
  ["P07", property("anyOf: [&t { type: string }, *t]"), "TK1007"],
  ["P08", "risk: low\nrisk: low\n", "TK1008"],
  ["P10", "schema:\n  properties: { __proto__: { type: string, description: A value. } }\n", "TK3025"],
  ["P11", "schema:\n  properties: { constructor: { type: number, description: A value. } }\n", "fine"],
  ["P13", "risk: no\n", "TK2006"],
  ["P13", "id: 012\n", "TK2004"],
  ["P13", "name: 1e3\n", "TK2004"],
  ["P13", "timeout: .nan\n", "TK1012"],
  ["P13", "timeout: 12:30:45\n", "TK2007"],
  ["P13", "version: 1.10\n", "TK2003"],
  ["P14", property("type: integer, maximum: 12345678901234567890"), "TK1012"],
  ["P16", "risk: low\n---\nid: b\n", "TK1009"],
  ["P17", "# whole file\n- id: x\n", "TK1010"],
  ["P19", "# saved as UTF-16\nname: x\n", "TK1001"],
  ["P20", "schema:\n\tproperties: {}\n", "TK1002"],
  ["P22", "# {n}{n}{n}{n}{n}{n}\n# ×60000 such lines\n", "TK1004"],
  ["P23", "descripton: Read a text file.\n", "TK2003"],
  ["P23", "risk_level: low\n", "TK2003"],
  ["S01", property("type: dict"), "TK3006"],
  ["S01", property("type: float"), "TK3006"],
  ["S01", property("type: any"), "TK3006"],
  ["S01", property("type: [tuple]"), "TK3006"],
  ["S02", "schema: { $schema: http://json-schema.org/draft-07/schema#, properties: {} }\n", "fine"],
  ["S04", property("optional: true"), "TK3002"],
  ["S04", property("x-foo: 1"), "fine"],
  ["S04", property("markdownDescription: x"), "TK3002"],
  ["S05", "schema: { properties: { a: true, b: { description: Anything. }, c: false } }\n", "fine"],
  ["S07", property("type: string, required: true"), "TK3005"],
  ["S08", property("type: number, default: abc"), "TK3012"],
  ["S10", property("type: string, enum: [1, a, null]"), "TK3008"],
  ["S10", property("enum: []"), "TK3009"],
  ["S10", property("enum: [a, a]"), "TK3010"],
  [
    "S11",
    `schema:\n  properties:\n    value:\n      description: A value.\n      enum:\n        - v{n}\n# ×20000 such lines\n`,
    "TK3027",
  ],
  ["S13", property('type: string, pattern: "^(a+)+$"'), "TK3004"],
  ["S14", property("type: string, format: semver"), "TK3015"],
  ["S16", property('$ref: "https://evil.example/x.json"'), "TK3018"],
  ["S16", property('$ref: "file:///etc/passwd"'), "TK3018"],
  ["S16", property('$ref: "../../../x.yaml"'), "TK3018"],
  ["S17", property('$ref: "#/$defs/nope"'), "TK3016"],
  [
    "S17",
    `${property('$ref: "#/$defs/a"')}  $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }\n`,
    "TK3017",
  ],
  ["S19", "schema: { $id: 'x\");process.exit(1);//' }\n", "TK3020"],
  ["S20", property("type: number, maximum: { $data: 1/min }"), "TK3019"],
  [
    "S22",
    property(
      'type: object, patternProperties: { "^x": { type: string } }, additionalProperties: { type: number }',
    ),
    "fine",
  ],
  ["S23", property("oneOf: [{ const: 1 }, { type: string }], not: { const: 2 }"), "fine"],
  ["S25", property("type: string, tsType: 'string}; export const pwn=1; interface Z {a: string'"), "TK3019"],
  ["S26", property("type: number, minimum: 10, maximum: 1"), "TK3011"],
  ["S26", property("type: string, minLength: 10, maxLength: 1"), "TK3011"],
  ["N01", twoIds("file-2-read", "file2-read"), "TK4003"],
  ["N01", withId("file_read"), "TK2005"],
  ["N01", withId("fileRead"), "TK2005"],
  ["N01", withId("file--read"), "TK2005"],
  [
    "N02",
    "# file: manifests/a.tool.yaml\nwireName: calc_ROI\n# file: manifests/b.tool.yaml\nwireName: calc_roi\n",
    "TK4004",
  ],
  ["N04", twoIds("class", "default"), "fine"],
  ["N04", twoIds("delete", "delete-tool"), "TK4003"],
  ["N05", twoIds("object", "promise"), "fine"],
  ["N05", withId("registry"), "TK4005"],
  ["N07", withId("''"), "TK2005"],
  ["N07", withId("'-'"), "TK2005"],
  ["N08", withId("名前"), "TK2005"],
  ["N08", withId("ﬁle"), "TK2005"],
  ["N10", withId('"re\\u0430d-file"'), "TK2005"],
  ["N10", withId('"read\\u200b-file"'), "TK2019"],
  ["N11", withId("a".repeat(300)), "TK2005"],
  [
    "N13",
    'schema: { properties: { "a b": { type: string, description: A. }, "": { type: string, description: B. } } }\n',
    "fine",
  ],
  [
    "N14",
    "schema: { properties: { class: { type: string, description: A. }, in: { type: string, description: B. } } }\n",
    "fine",
  ],
  ["N16", "category: registry\n", "TK2006"],
  ["N17", withId("then"), "TK4005"],
  ["N17", withId("constructor"), "TK4005"],
];

describe("the adversarial input", () => {
  it.each(cases.filter(([, , code]) => code !== "fine"))(
    "%s %j is reported as %s",
    async (_, input, code) => {
      const { diagnostics } = await analyzeExample(input);
      expect(diagnostics.map((found) => found.code)).toContain(code);
      const mute = diagnostics.filter(
        ({ message, help = "", fix }) => `${message}${help}${fix?.title ?? ""}`.length < 30,
      );
      expect(mute).toEqual([]);
    },
  );

  it.each(cases.filter(([, , code]) => code === "fine"))("%s %j is accepted", async (_, input) => {
    const { diagnostics, models } = await analyzeExample(input);
    expect(diagnostics.map((found) => `${found.code} ${found.message}`)).toEqual([]);
    expect(models.length).toBeGreaterThan(0);
  });
});
