import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { assert, constantFrom, array, property, record, nat } from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../../generator/read/parse-source.js";
import { plainYaml } from "../../../generator/read/plain-yaml.js";
import { sharedCases } from "../../support/shared-cases.js";
import { manifestText } from "../support/manifest.js";

const repository = resolve(import.meta.dirname, "../../..");

function yamlFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const files = ["manifests", "test/golden", ...(sharedCases === undefined ? [] : [sharedCases])].flatMap(
  (folder) => yamlFiles(resolve(repository, folder)),
);

/** What was read plainly is what the parser of the whole language reads, and that has nothing against it. */
function expectSame(text: string): boolean {
  const plain = plainYaml(text);
  if (plain === undefined) return false;
  const { value, problems } = parse(text);
  expect({ value: plain, text, problems: [] }).toEqual({ value, text, problems });
  return true;
}

describe("reading plain YAML", () => {
  it("agrees with the parser on every file it understands", () => {
    const read = files.filter((file) => expectSame(readFileSync(file, "utf8")));
    expect(read.length).toBeGreaterThan(20);
  });

  it("understands how manifests are written", () => {
    expect(plainYaml(manifestText("alpha", ""))).toMatchObject({
      id: "alpha",
      schema: { properties: { count: { type: "integer", default: 1 } }, required: ["subject"] },
    });
    const text = [
      "# a comment",
      "description: |",
      "  First line: with # everything.",
      "",
      "    - indented",
      "tags:",
      "- one",
      "- 'two'",
      "rules:",
      '  - when: { path: { pattern: "(^|/)env" }, many: [1, -2, 0.5, true, {}] }',
      "    risk: high",
      "timeout: 30s",
      'sign: "tab\\t, line\\n, \\"quotes\\", \\\\d and \\/"',
      "workspace: { src/a.ts: \"one\\n\", b/c.txt: '\\n' } # two files",
      "targets: # none yet",
      "  openai: {}",
      "name: C#  # not D",
      "kind: '#' # in quotes",
      "",
    ];
    const value = {
      description: "First line: with # everything.\n\n  - indented\n",
      tags: ["one", "two"],
      rules: [{ when: { path: { pattern: "(^|/)env" }, many: [1, -2, 0.5, true, {}] }, risk: "high" }],
      timeout: "30s",
      sign: 'tab\t, line\n, "quotes", \\d and /',
      workspace: { "src/a.ts": "one\n", "b/c.txt": "\\n" },
      targets: { openai: {} },
      name: "C#",
      kind: "#",
    };
    expect(plainYaml(text.join("\n"))).toEqual(value);
    expect(plainYaml(text.join("\r\n"))).toEqual(value);
  });

  it("leaves everything else to the parser", () => {
    const others = [
      "",
      "a",
      "- a",
      "a: b\na: c",
      "a: &x b",
      "a: *x",
      "a: !!str b",
      "a: b: c",
      "a: # b",
      "a: {} #b\nc",
      "a: b\rc: d",
      "a: b\n  c",
      "a:\n",
      "a: null",
      "a: TRUE",
      "a: 0x10",
      "a: 1e3",
      "a: 007",
      "a: 1234567890123456789",
      "a: .inf",
      'a: "\\x41"',
      'a: "\\u0041"',
      'a: "\\d"',
      'a: "\\"',
      'a: { b: "\\e" }',
      "a: 'it''s'",
      "a: { b: c, }",
      "a: { b }",
      "a: [b: c]",
      "a: {b:c}",
      "a: >\n  b",
      "a: |\n  b",
      "a:\tb",
      "a: b \n",
      "__proto__: b",
      "? a",
      "---\na: b",
      "a: b\n...",
      "%YAML 1.2",
      "<<: b",
      "a: |\n    b\n  c\n",
      "a:\n    b: c\n  d: e",
    ];
    for (const text of others) expect([text, plainYaml(text)]).toEqual([text, undefined]);
  });

  it("agrees with the parser on lines that are put together at random", () => {
    const value = constantFrom(
      ..."b|c d|'e'|\"f\"|1|-1|0|-0|1.5|true|null|~|{ a: b }|{ a: [b, c], d: {} }|[]|[ a , b ]|[a,b]|{a: b}".split(
        "|",
      ),
      ..."a:b|a: b|:|#|# c|b # c|b#c|-|- b|http://x/y|(a)|/a|_a|$a|it's|a, b|a [b] {c}|30s|1_000|+1|.5|2020-01-01|@a|`a`|%a".split(
        "|",
      ),
      "|",
      "|-",
      ">",
      "",
      "'a' b",
      "'a': b",
      "{ a: 'b', c: \"d\" }",
      "{ a: b c , d: it's }",
      "{ a: b } c",
      "{ a: b } # c",
      "{ a: b }# c",
      "[a] #c",
      "'a' # b",
      "'a'#b",
      '"a # b"',
      "a  # b # c",
      "1 # b",
      "{ a: 'b # c' } # d",
      "{ a: b # c }",
      "| # c",
      "[ [a], { b: c } ]",
      "[a:b]",
      "{ a: b:c }",
      "{ a: 'b''c' }",
      "[ -1, x y ]",
      '"\\n"',
      '"a\\\\"',
      '"\\"b\\""',
      '"\\\\" c"',
      '"\\d"',
      "'\\n'",
      '{ a: "b\\t", c/d: "\\\\w" }',
      '["\\/", "\\""]',
      "{ /a: b }",
    );
    const line = record({
      indent: nat(6),
      lead: constantFrom(
        ..."a: |b: |c: |d: |e: |f: |g: |h: |a:|b:|c:|- |- |- a: |- b:|-||# |$ref: |x-y: |a/b: |a/: |/a: ".split(
          "|",
        ),
      ),
      value,
    });
    let understood = 0;
    assert(
      property(
        array(line, { minLength: 1, maxLength: 7 }),
        constantFrom("", "\n"),
        constantFrom("\n", "\n", "\r\n"),
        (lines, end, lineEnd) => {
          const shallow = lines.map(({ indent, lead, value: text }, position) => {
            const depth = position === 0 ? 0 : Math.floor(indent / 2) * (indent % 3 === 0 ? 1 : 2);
            return " ".repeat(depth) + lead + text;
          });
          if (expectSame((shallow.join("\n") + end).replaceAll("\n", lineEnd))) understood++;
        },
      ),
      { numRuns: Number(process.env["YAML_RUNS"] ?? 20_000), seed: 7 },
    );
    expect(understood).toBeGreaterThan(500);
  }, 120_000);
});
