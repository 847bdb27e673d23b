import { describe, expect, it } from "vitest";
import type { DiagnosticCode } from "../../../generator/diagnostics/diagnostic.js";
import { analyzeExample, codesOf, diagnosticsOf } from "../support/manifests.js";

const property = (schema: string): string =>
  `schema:\n  properties:\n    value: { description: A value., ${schema} }\n`;
const reference = (target: string): string =>
  `${property(`$ref: ${JSON.stringify(target)}`)}  $defs: { "a/b": {}, "m~n": {}, "c%d": {}, "": {} }\n# file: shared.yaml\n$defs: { text: { type: string } }\n`;
const deep = (core: string): string => `${"{ a: ".repeat(40)}${core}${" }".repeat(40)}`;
const almost = `${"a".repeat(40)}b`;

describe("a reference", () => {
  it.each([
    "../shared.yaml#/$defs/text",
    "%2e%2e/shared.yaml#/%24defs/text",
    "#/$defs/a~1b",
    "#/$defs/m~0n",
    "#/$defs/c%25d",
    "#/$defs/",
    "#",
    "file-read.tool.yaml#/schema/$defs/a~1b",
  ])("to %j is followed", async (target) => {
    const { models, diagnostics } = await analyzeExample(reference(target));
    expect(diagnostics).toEqual([]);
    expect(models).toHaveLength(1);
  });

  it.each<[string, DiagnosticCode]>([
    ["../../shared.yaml", "TK3018"],
    ["%2e%2e/%2e%2e/shared.yaml", "TK3018"],
    ["..%2f..%2fshared.yaml", "TK3018"],
    ["/etc/passwd", "TK3018"],
    ["%2fetc/passwd", "TK3018"],
    ["..%5c..%5cshared.yaml", "TK3018"],
    ["HTTP://example.com", "TK3018"],
    ["//example.com/x", "TK3018"],
    ["C:/x.yaml", "TK3018"],
    ["../shared.yaml%00", "TK3018"],
    ["../SHARED.yaml", "TK3016"],
    ["../shared.yaml%23/$defs/text", "TK3016"],
    ["#/__proto__", "TK3016"],
    ["#/$defs/constructor", "TK3016"],
    ["#/$defs/a~2b", "TK3016"],
    ["#/$defs/%ZZ", "TK3016"],
    ["#/properties/value", "TK3017"],
  ])("to %j is rejected: %s", async (target, code) => {
    expect(await codesOf(reference(target))).toContain(code);
  });

  it("suggests a definition by a pointer that resolves", async () => {
    const [found] = await diagnosticsOf(
      `${property('$ref: "#/$defs/long-nam"')}  $defs: { "long/name%": {} }\n`,
    );
    expect(found?.help).toBe("Did you mean `#/$defs/long~1name%25`?");
  });
});

describe("references through other files", () => {
  it("are followed to any depth, and the last target is checked", async () => {
    const chain = (name: string, to: (index: number) => string): string =>
      Array.from({ length: 50 }, (_, index) => `${name}${index}: { items: { $ref: "${to(index)}" } }\n`).join(
        "",
      );
    const found = await diagnosticsOf(
      [
        property('$ref: "../first.yaml#/d0"'),
        `# file: first.yaml\n${chain("d", (index) => `second.yaml#/e${index}`)}d50: { minimum: 2, maximum: 1 }\n`,
        `# file: second.yaml\n${chain("e", (index) => `first.yaml#/d${index + 1}`)}`,
      ].join(""),
    );
    expect(found.map(({ code, file }) => `${code} ${file}`)).toEqual(["TK3011 first.yaml"]);
  });
});

describe("a deeply nested value of recursive alternatives", () => {
  const inner = "type: object, properties: { a: { $ref: '#/$defs/d', description: Inside. } }";
  const branching = (keyword: string): string =>
    `  $defs: { d: { ${keyword}: [{ ${inner} }, { ${inner}, minProperties: 0 }] } }\n`;

  it.each([
    ["anyOf", "1", ["TK3012"]],
    ["oneOf", "1", ["TK3012"]],
    ["allOf", "{}", []],
  ])("is validated against %s once per level if it is a default", async (keyword, core, codes) => {
    const example = property(`$ref: "#/$defs/d", default: ${deep(core)}`) + branching(keyword);
    expect(await codesOf(example)).toEqual(codes);
  });

  it("is validated once per level if it is in an example", async () => {
    const example = `${property('$ref: "#/$defs/d"')}${branching("anyOf")}examples: [{ title: t, params: { value: ${deep("1")} } }]\n`;
    expect(new Set(await codesOf(example))).toEqual(new Set(["TK2022"]));
  });
});

describe("text that a slow pattern almost matches", () => {
  const tooLong = expect.stringContaining("takes too long") as string;

  it.each([
    ["pattern", 'pattern: "^(a+)+$"', almost],
    ["patternProperties", 'patternProperties: { "^(a+)+$": {} }', `{ ${almost}: 1 }`],
    ["propertyNames", 'propertyNames: { pattern: "^(a+)+$" }', `{ ${almost}: 1 }`],
  ])("is not validated against %s, even with an ignore comment", async (_, keywords, value) => {
    const example = `schema:\n  properties:\n    # toolkiln-ignore TK3004: a reason\n    value: { description: A value., ${keywords}, default: ${value} }\n`;
    expect(await diagnosticsOf(example)).toEqual([
      expect.objectContaining({ code: "TK3012", message: tooLong }),
    ]);
  });
});

describe("a pattern", () => {
  it.each([
    "^(a|aa)+$",
    "(a|a?)+$",
    "^(a+)+$",
    "^(\\d+)*$",
    "^a*a*a*b",
    "a*a*b",
    "^(a|b|ab){2,}c$",
    `^${"[ab]?".repeat(26)}$`,
    `^${"a?".repeat(28)}${"a".repeat(28)}b$`,
    `^${"(a|a)".repeat(26)}$`,
    "^(?:[ab]?){26}$",
    "^(?:[ab]?){40}$",
    "^(?:a?|b?){30}$",
    "^x(?:a?|b?){30}$",
    "^(?:x(?:a?|b?){30})?$",
    "^(?:a|a){1,30}$",
    "^(?:a{1,9}){9}$",
    "^((a{1,5}){1,5}){1,5}$",
    "^((a{1,60}){1,60}){1,60}$",
    "^(?:a*){20}$",
    "^(?:a??){30}$",
    "^a{0,500}a{0,500}a{0,500}$",
    "^(?:abc|ab|c)*$",
    "^(?:[a-c]?[a-c]?[a-c]?[a-c]?q|x(?:a?){30}a{30})$",
    "^(?:[0-9a-f]?[f-z]?){24}$",
    "^(?:[a-z]{10}[a-z]?){30}$",
    "^(?:[a-z]{20}[a-z]?)*$",
    "^(\\s*,?\\s*)*$",
    "^(?:\\p{L}|\\w){1,40}$",
    "^(?:[\\u{1F600}-\\u{1F64F}]?){30}$",
    "^(?=(?:a?){30}b)a",
    "^(?!(?:a?){30}b)a",
    "(?<=(?:a?){30}b)c",
    "^(a?)(?:\\1?){30}b$",
    "^(?<part>a?)(?:\\k<part>?){30}b$",
  ])("%s with catastrophic backtracking is reported", async (pattern) => {
    expect(await codesOf(property(`type: string, pattern: ${JSON.stringify(pattern)}`))).toEqual(["TK3004"]);
  });

  it.each([
    "^[a-z]+-[0-9]+$",
    "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
    "^v?\\d+\\.\\d+\\.\\d+$",
    "(^|/)\\.env",
    "^(.|\\s)*$",
    "^(?:foo|far|fuz|fool)*$",
    "^(?:\\d{20}){20}$",
    "^(?:[0-9a-f]{64},){0,63}[0-9a-f]{64}$",
    "^[A-Z]{2}\\d{2}[A-Z0-9]{4}\\d{7}([A-Z0-9]?){0,16}$",
    "^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d).{8,}$",
    "^P(?!$)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$",
    "^\\+?\\d{1,3}?[-. ]?\\(?\\d{1,3}\\)?[-. ]?\\d{1,4}[-. ]?\\d{1,4}$",
    "^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)$",
    "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^\\w+(\\s*,\\s*\\w+)*$",
    "^\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*$",
    '^(?:[^"\\\\]|\\\\.)*$',
  ])("%s without catastrophic backtracking is accepted", async (pattern) => {
    expect(await codesOf(property(`type: string, pattern: ${JSON.stringify(pattern)}`))).toEqual([]);
  });

  it("is checked among hundreds of others", async () => {
    const lines = Array.from(
      { length: 400 },
      (_, index) =>
        `    p${index}: { type: string, pattern: "^[a-z]+-${index}(?:-[0-9]+)*$", description: A text. }`,
    );
    expect(await codesOf(`schema:\n  properties:\n${lines.join("\n")}\n`)).toEqual([]);
  });
});

describe("a toolset", () => {
  const toolsets = (...names: readonly string[]) => ({
    toolsets: Object.fromEntries(names.map((name) => [name, { ids: ["file-read"] }])),
  });

  it.each([["create-tool"], ["a-1", "a1"], ["read-only", "readOnly", "other"]])(
    "is reported if the name of its registry is taken: %s",
    async (...names) => {
      const found = await diagnosticsOf("id: file-read\n", toolsets(...names));
      expect(found).toEqual([expect.objectContaining({ code: "TK4003", file: "toolkiln.config" })]);
    },
  );

  it("may have a name similar to those of other toolsets", async () => {
    expect(await codesOf("id: file-read\n", toolsets("read-only", "read-onlys", "tool", "create"))).toEqual(
      [],
    );
  });
});

describe("a schema", () => {
  it("with thousands of subschemas is rejected", async () => {
    const lines = Array.from({ length: 2100 }, (_, index) => `    p${index}: { description: A value. }`);
    const found = await diagnosticsOf(`schema:\n  properties:\n${lines.join("\n")}\n`);
    expect(found).toEqual([expect.objectContaining({ code: "TK3001" })]);
  });

  it("with `$async` is rejected, and its examples are still validated", async () => {
    const codes = await codesOf(
      `schema: { $async: true, properties: { value: { type: string, description: A value. } } }\nexamples: [{ title: t, params: { value: 1 } }]\n`,
    );
    expect(codes).toEqual(["TK3019", "TK2022"]);
  });
});

describe("a default", () => {
  it.each([
    ["{ a: x }", 'is not valid at `/a`: expected an integer, got "x".'],
    ["{ b: 1 }", "is not valid at `/b`: 'b' is not a property of the default."],
    ["5", "is not valid: expected an object, got 5."],
  ])("is reported with the place of its error: %s", async (value, message) => {
    const schema = `type: object, additionalProperties: false, properties: { a: { type: integer, description: A. } }`;
    const [found] = await diagnosticsOf(property(`${schema}, default: ${value}`));
    expect(found).toMatchObject({ code: "TK3012", message: `The default of \`value\` ${message}` });
  });
});

describe("an example", () => {
  const schema = `schema:
  properties:
    count: { type: integer, description: A value. }
    mode: { anyOf: [{ enum: [a, b] }, { type: "null" }], description: A value. }
`;
  const messages = async (params: string) =>
    (await diagnosticsOf(`${schema}examples: [{ title: t, params: ${params} }]\n`)).map(
      ({ message }) => message,
    );

  it("is reported with all its errors, but one error for all alternatives", async () => {
    expect(await messages("{ count: x, q: 1, mode: c }")).toEqual([
      'In the example, `count` is not valid: expected an integer, got "x".',
      "The example is not valid: 'q' is not a parameter of this tool.",
      'In the example, `mode` is not valid: expected one of "a", "b" or null, got "c".',
    ]);
  });

  it.each([
    ["has an invalid pattern", 'value: { type: string, pattern: "(", description: A value. }'],
    [
      "is referenced",
      'value: { type: integer, description: A value. }, other: { $ref: "#/properties/value" }',
    ],
  ])("is validated even if a parameter that it does not have %s", async (_, properties) => {
    const manifest = `schema: { properties: { count: { type: integer, description: A value. }, ${properties} } }\n`;
    const found = await diagnosticsOf(`${manifest}examples: [{ title: t, params: { count: x } }]\n`);
    expect(found.filter(({ code }) => code === "TK2022").map(({ message }) => message)).toEqual([
      'In the example, `count` is not valid: expected an integer, got "x".',
    ]);
  });
});

describe("an unquoted value", () => {
  it.each(["1e400", "-.inf", ".nan", "1e-400", "9007199254740993", "9007199254740993.0"])(
    "is rejected if it is a number that JSON cannot represent: %s",
    async (number) => {
      expect(await codesOf(property(`default: ${number}`))).toEqual(["TK1012"]);
    },
  );

  it.each([
    ["0x1F", 31],
    ["0o17", 15],
    ["017", 17],
    ["1_000", "1_000"],
    ["0b11", "0b11"],
    ["yes", "yes"],
    ["2024-01-01", "2024-01-01"],
    ["12:30:45", "12:30:45"],
    ["TRUE", true],
    ["~", null],
    ["1e3", 1000],
  ])("is parsed as in YAML 1.2: %s is %j", async (written, meant) => {
    const { models } = await analyzeExample(property(`default: ${written}`));
    expect(models[0]?.paramsSchema.properties?.["value"]).toMatchObject({ default: meant });
  });
});

describe("text", () => {
  it.each<[string, string, DiagnosticCode]>([
    ["a lone surrogate", 'name: "a\\ud800"\n', "TK2019"],
    ["an invisible character in a value of an enum", property('enum: ["a\\u200b", a]'), "TK2019"],
    ["an invisible character in a const", property('const: "\\u202e"'), "TK2019"],
    ["a variation selector that hides data", 'name: "a\\ufe01\\ufe02"\n', "TK2019"],
    ["a bidi control in a comment", "# \u202e shown backwards\n", "TK2019"],
    [
      "an invisible character in the folder's defaults",
      '# file: manifests/file-read.tool.yaml\n# file: manifests/_defaults.yaml\ntags: ["a\\u200b"]\n',
      "TK2019",
    ],
    ["another alphabet's letter in a value of an enum", property('enum: ["p\u0430ypal"]'), "TK2020"],
    [
      "another alphabet's letter in a description",
      "description: Read a text file from p\u0430ypal.\n",
      "TK2020",
    ],
    ["another alphabet's letter in a tag", "tags: [p\u0430ypal]\n", "TK2020"],
  ])("with %s is reported", async (_, example, code) => {
    expect(await codesOf(example)).toContain(code);
  });

  it.each([
    "Lengths in μm and resistances in kΩ are fine.",
    "Прочитать файл PDF из проекта.",
    "Emoji 👩‍💻 and ❤️ are fine here.",
  ])("such as %j is accepted", async (description) => {
    expect(await codesOf(`description: ${description}\n`)).toEqual([]);
  });
});

describe("`__proto__`", () => {
  it.each([
    "required: [__proto__]",
    "dependentRequired: { __proto__: [value] }",
    "dependentRequired: { value: [__proto__] }",
    "dependentSchemas: { __proto__: {} }",
    "$defs: { __proto__: {} }",
  ])("is rejected in %s", async (keywords) => {
    expect(await codesOf(`schema: { additionalProperties: true, ${keywords} }\n`)).toContain("TK3025");
  });

  it("is kept as data", async () => {
    const { models } = await analyzeExample(property("default: { __proto__: { x: 1 } }"));
    const value = models[0]?.paramsSchema.properties?.["value"];
    expect(JSON.stringify(value)).toContain('"default":{"__proto__":{"x":1}}');
  });
});

describe("a folder's defaults", () => {
  const defaults = (text: string): string =>
    `# file: manifests/file-read.tool.yaml\n# file: manifests/_defaults.yaml\n${text}`;

  it.each<[string, DiagnosticCode]>([
    ["id: x\n", "TK2003"],
    ["unknown: 1\n", "TK2003"],
    ["__proto__: { risk: safe }\n", "TK2003"],
    ["risk: no\n", "TK2006"],
    ["toolkiln: 99\n", "TK2006"],
    ["- a\n", "TK1010"],
    ["# nothing\n", "TK1010"],
    ["risk: &a safe\n", "TK1007"],
    ["risk: safe\nrisk: low\n", "TK1008"],
    ["risk: safe\n---\nrisk: low\n", "TK1009"],
  ])("with %j are reported once, at their location: %s", async (text, code) => {
    const found = await diagnosticsOf(defaults(text));
    expect(found.map((one) => `${one.code} ${one.file}`)).toEqual([`${code} manifests/_defaults.yaml`]);
  });
});

describe("a circular schema", () => {
  const itself = "schema:\n  $ref: '#'\n  properties: { value: { type: string, description: A value. } }\n";
  const loop = `schema:\n  properties: { value: { $ref: "#/$defs/a", description: A value., default: 1 } }\n  $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }\n`;

  it.each([
    ["examples", `${itself}examples: [{ title: One, params: { value: a } }]\n`],
    ["tests", `${itself}tests: [{ title: One, params: { value: a }, expect: { success: true } }]\n`],
    ["defaults", loop],
    ["conditions", `${loop}rules: [{ when: { value: { const: 1 } }, risk: high }]\n`],
  ])("is reported even if the tool has %s", async (_, example) => {
    expect(await codesOf(example)).toContain("TK3017");
  });
});

describe("an invalid schema", () => {
  it.each([
    [
      "`properties` without a value",
      "schema:\n  properties:\n  oneOf: [{ required: [a] }]\nexamples: [{ title: One, params: {} }]\n",
    ],
    [
      "`required: true` beside an injected parameter",
      "schema:\n  properties: { value: { type: string, x-inject: key } }\n  required: true\n",
    ],
    ["a default with its own `toString`", property("const: { a: 1 }, default: { toString: null }")],
  ])("is reported: %s", async (_, example) => {
    expect((await diagnosticsOf(example)).length).toBeGreaterThan(0);
  });
});

describe("an ignore comment", () => {
  it("does not hide an error that breaks generated code", async () => {
    const codes = await codesOf("risk: nope # toolkiln-ignore TK2006: because\n");
    expect(codes).toEqual(["TK2006", "TK2025"]);
  });

  it("does not hide that a schema does not compile", async () => {
    const example = [
      "schema:",
      "  properties:",
      "    # toolkiln-ignore TK3004: a reason",
      '    value: { description: A value., type: string, pattern: "^(a+)+$" }',
      "    v{n}: { description: Another value., type: string }",
      "# ×2100 such lines",
      "",
    ];
    const { models, diagnostics } = await analyzeExample(example.join("\n"));
    expect({ models, codes: diagnostics.map(({ code }) => code) }).toEqual({ models: [], codes: ["TK3001"] });
  });

  it("has no effect inside a string", async () => {
    const example = property('title: "# toolkiln-ignore TK3012: x", type: string, default: 1');
    expect(await codesOf(example)).toEqual(["TK3012"]);
  });

  it("is rejected if it has too many codes, or `*`", async () => {
    const many = Array.from({ length: 30 }, () => "TK2018").join(", ");
    expect(await codesOf(`# toolkiln-ignore ${many}: a reason\n# toolkiln-ignore *: a reason\n`)).toEqual([
      "TK2025",
      "TK2025",
    ]);
  });
});

describe("carriage returns", () => {
  it("are not line breaks without a line feed", async () => {
    expect(await diagnosticsOf("# whole file\rid: file-read\r")).toEqual([
      expect.objectContaining({
        code: "TK1002",
        message: expect.stringContaining("carriage return") as string,
      }),
    ]);
  });
});
