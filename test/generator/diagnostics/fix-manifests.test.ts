import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { fixManifests } from "../../../generator/fix-manifests.js";
import { memoryHost } from "../../../generator/host.js";

async function fix(text: string): Promise<{ text: string; fixes: string[]; codes: string[] }> {
  const files = new Map([["manifests/file-read.tool.yaml", text]]);
  const { fixes: applied, diagnostics } = await fixManifests(memoryHost(files), defaultConfig);
  const fixes = applied.map(({ line, title }) => `${line} ${title}`);
  const codes = diagnostics.map(({ code }) => code);
  return { text: files.get("manifests/file-read.tool.yaml") ?? "", fixes, codes };
}

const bad = `# Reads files.
id: file-read   # the id
Description: Read a text file from the workspace.
category: filesystem
risk:  low
tags: files # one word

schema:
  properties:
    lines:
      type: int       # how many
      # nobody knows why
      default: null
      description: Lines to read.
    size: { type: integer, default: "5", description: Size. }
    mode: { type: string, default: null, description: Mode. }
    kind: { tsType: string, type: string, description: Kind. }
  required: [lines, Size]
result: file-content
`;

const good = `# Reads files.
id: file-read   # the id
description: Read a text file from the workspace.
category: file-system
risk:  low
tags: [files] # one word

schema:
  properties:
    lines:
      type: integer       # how many
      # nobody knows why
      description: Lines to read.
    size: { type: integer, default: 5, description: Size. }
    mode: { type: string, description: Mode. }
    kind: { type: string, description: Kind. }
  required: [lines, size]
result: file_content
`;

describe("fixing manifests", () => {
  it("keeps comments, order and whitespace", async () => {
    const { text, codes } = await fix(bad);
    expect({ text, codes }).toEqual({ text: good, codes: [] });
  });

  it("reports each change with its line", async () => {
    const { fixes } = await fix(bad);
    expect(fixes).toEqual([
      "3 rename it to `description`",
      "4 write `file-system`",
      "6 make it a list",
      "11 write `integer`",
      "17 remove `tsType`",
      "18 write `size`",
      "19 write `file_content`",
      "13 remove the default",
      "15 write `5`",
      "16 remove the default",
    ]);
  });

  it("keeps line endings and the byte order mark", async () => {
    const { text } = await fix(`\ufeff${bad.replaceAll("\n", "\r\n")}`);
    expect(text).toBe(`\ufeff${good.replaceAll("\n", "\r\n")}`);
  });

  it("leaves a valid manifest unchanged", async () => {
    expect(await fix(good)).toEqual({ text: good, fixes: [], codes: [] });
  });

  it("leaves valid YAML after removing the last pair of a flow mapping or the first of a list item", async () => {
    const { text } = await fix(
      good
        .replace("description: Mode. }", "description: Mode., default: null }")
        .replace(
          "result: file_content",
          "rules:\n  - whenSchema:\n      anyOf:\n        - tsType: x\n          type: object\n    risk: high\nresult: file_content",
        ),
    );
    expect(text).toContain("mode: { type: string, description: Mode. }");
    expect(text).toContain("      anyOf:\n        - type: object\n");
  });
});

describe("a value of the wrong type", () => {
  it.each([
    ["description: Mode.", "description: 5", 'description: "5"'],
    ["type: string, default: null", "type: string, pattern: 1.50", 'type: string, pattern: "1.50"'],
    ["[files]", "[1.0, true]", '["1.0", "true"]'],
    ["[lines, size]", "[lines, size, 1]", '[lines, size, "1"]'],
    [
      "result:",
      "tests: [{ title: 5, workspace: { a.txt: true } }]\nresult:",
      'tests: [{ title: "5", workspace: { a.txt: "true" } }]\nresult:',
    ],
  ])("is quoted where it can only mean a text: %s → %s", async (valid, wrong, right) => {
    const base = good.replace(
      "type: string, description: Mode.",
      "type: string, default: null, description: Mode.",
    );
    expect((await fix(base.replace(valid, wrong))).text).toContain(right);
  });

  it.each([
    "deprecated: true",
    "timeout: 1.5",
    "renamedFrom: [1, true]",
    "uses: [true]",
    "rules: high",
    "concurrency: file",
    "tests: [{ title: Reads., fixtures: true }]",
    "$defs: { a: { type: string, x-inject: true } }",
    "$defs: { a: { type: string, x-renamed-from: true } }",
    "$defs: { a: { type: string, deprecated: true, x-use-instead: true } }",
    "$defs: { a: { $ref: 5 } }",
    "$defs: { a: { type: string, format: true } }",
    "$defs: { a: { type: string, title: true } }",
    "$defs: { workspace: { type: string, x-inject: 1 } }",
    "$defs: { a: { anyOf: string } }",
  ])("is not changed where a text may be wrong: %s", async (wrong) => {
    const text = wrong.startsWith("$defs")
      ? good.replace("schema:\n", `schema:\n  ${wrong}\n`)
      : good.replace("schema:\n", `${wrong}\nschema:\n`);
    const fixed = await fix(text);
    expect(fixed.codes).not.toEqual([]);
    expect({ text: fixed.text, fixes: fixed.fixes }).toEqual({ text, fixes: [] });
  });

  it("is not removed where the key is required", async () => {
    const text = good.replace("result: file_content", "result:");
    expect(await fix(text)).toEqual({ text, fixes: [], codes: ["TK2004"] });
    expect((await fix(good.replace("schema:\n", "timeout:\nschema:\n"))).text).toBe(good);
  });
});

/** A valid manifest with a change. */
function mail(change: (text: string) => string): string {
  return change(`id: file-read
description: Send a message to somebody who waits for it.
category: custom
risk: low
executionSummary: "Send to {to}"
schema:
  properties:
    to: { type: string, description: Who gets it. }
    cc: { type: string, description: Who gets a copy. }
    zap: { type: string, minLength: 1, description: What else. }
    uri: { type: string, format: uri, description: Where it leads. }
  required: [to]
rules:
  - { when: { cc: { pattern: "@evil" } }, risk: high }
result: structured
`);
}

describe("a similar name", () => {
  it.each([
    ["a rule's parameter", "when: { cc:", "when: { bcc:"],
    ["a rule's longer parameter", "when: { cc:", "when: { zip:"],
    ["a rule's parameter that is one letter off", "when: { cc:", "when: { url:"],
    ["a required parameter", "required: [to]", "required: [zip]"],
    ["a placeholder", "{to}", "{zip}"],
    ["a key", "description: Send", "descripton: Send"],
    ["a risk", "risk: low", "risk: lov"],
    ["a keyword", "minLength: 1", "minLenght: 1"],
    ["a format", "format: uri", "format: urn"],
    ["a kind of result", "result: structured", "result: structurd"],
    ["a type", "to: { type: string", "to: { type: strin"],
    ["several words", "zap: { type: string", 'zap: { type: string, enum: "a,b"'],
    ["a reference", "zap: { type: string", 'zap: { $ref: "#/$defs/pont", type: string'],
  ])("is not changed if more than its case and separators differ: %s", async (_, right, wrong) => {
    const text = mail((before) =>
      before
        .replace(right, wrong)
        .replace("  required:", "  $defs: { point: { type: string } }\n  required:"),
    );
    expect(text).toContain(wrong);
    const fixed = await fix(text);
    expect(fixed.fixes).toEqual([]);
    expect(fixed.codes).not.toEqual([]);
    expect(fixed.text).toBe(text);
  });

  it.each([
    ["when: { cc:", "when: { CC:"],
    ["required: [to]", 'required: ["To"]'],
    ["minLength: 1", "min_length: 1"],
    ["risk: low", "risk: LOW"],
    ["zap: { type: string", "zap: { type: str"],
  ])(
    "is changed if only its case or separators differ, or if it is a known alias: %s",
    async (right, wrong) => {
      const { text, fixes, codes } = await fix(mail((before) => before.replace(right, wrong)));
      expect(text.replaceAll(/\["(\w+)"\]/g, "[$1]")).toBe(mail((before) => before));
      expect(fixes).toHaveLength(1);
      expect(codes).toEqual([]);
    },
  );

  it("is not changed if it matches two existing names", async () => {
    const text = mail((before) =>
      before
        .replace("    cc:", "    user_id: { type: string, description: One. }\n    cc:")
        .replace("    cc:", "    userId: { type: string, description: Two. }\n    cc:")
        .replace("when: { cc:", "when: { user-id:"),
    );
    expect((await fix(text)).text).toBe(text);
  });
});
