import { describe, expect, it } from "vitest";
import { formatGithub } from "../../../generator/diagnostics/format-github.js";
import { jsonReport } from "../../../generator/diagnostics/format-json.js";
import { sarifLog } from "../../../generator/diagnostics/format-sarif.js";
import { formatDiagnostic } from "../../../generator/diagnostics/format-text.js";
import { findings } from "../support/manifests.js";

const example =
  'schema:\n  properties:\n    lines: { type: integer, default: "5", description: Lines to read. }\n';

describe("a finding", () => {
  it("is a record for programs, with lines and columns from 1 and the fix as edits", async () => {
    const report = jsonReport({ diagnostics: await findings(example), files: [], tools: 0, durationMs: 1.6 });
    expect(report).toEqual({
      diagnostics: [
        {
          code: "TK3012",
          name: "default-violates-schema",
          severity: "error",
          message: 'The default "5" of `lines` is the text "5", but has to be an integer.',
          file: "manifests/file-read.tool.yaml",
          range: { start: { line: 8, column: 38 }, end: { line: 8, column: 41 } },
          fix: {
            title: "write 5",
            edits: [{ range: { start: { line: 8, column: 38 }, end: { line: 8, column: 41 } }, text: "5" }],
          },
        },
      ],
      files: [],
      tools: 0,
      durationMs: 2,
    });
  });

  it("is an annotation for GitHub, in which nothing can end the line or start another", async () => {
    const [found] = await findings(example);
    if (found === undefined) throw new Error("nothing was found");
    const line = formatGithub({ ...found, message: "a\n::error::b%", file: "a,b:c.yaml" });
    expect(line).toBe(
      "::error file=a%2Cb%3Ac.yaml,line=8,endLine=8,col=38,endColumn=41,title=TK3012 default-violates-schema::a%0A::error::b%25",
    );
  });

  it("is a result for code scanning, with its rule, place and fix", async () => {
    const log = sarifLog(await findings(example), "1.2.3") as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; ruleIndex: number }[];
      }[];
    };
    expect(log.version).toBe("2.1.0");
    const [run] = log.runs;
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(["TK3012"]);
    expect(run?.results).toMatchObject([
      {
        ruleId: "TK3012",
        ruleIndex: 0,
        level: "error",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "manifests/file-read.tool.yaml" },
              region: { startLine: 8, startColumn: 38, endLine: 8, endColumn: 41 },
            },
          },
        ],
        fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: "5" } }] }] }],
      },
    ]);
  });

  it("shows wide characters, tabs and hidden ones so that the caret stands below its place", () => {
    const range = { start: { line: 1, column: 6 }, end: { line: 1, column: 8 } };
    const shown = formatDiagnostic(
      { code: "TK2019", name: "invisible-character", severity: "error", message: "m", file: "f", range },
      () => "名\t\u202e: xy z",
    );
    const [line = "", carets = ""] = shown.split("\n").slice(3);
    expect(line).toBe("  1 │ 名  \\u{202e}: xy z");
    // The first character takes two columns.
    expect(carets.indexOf("^")).toBe(line.indexOf("xy") + 1);
    expect(carets.trim().endsWith("^^")).toBe(true);
  });

  it("shows the part of a long line that it is about", () => {
    const range = { start: { line: 1, column: 5001 }, end: { line: 1, column: 5005 } };
    const shown = formatDiagnostic(
      { code: "TK2019", name: "invisible-character", severity: "error", message: "m", file: "f", range },
      () => `${"a".repeat(5000)}here${"b".repeat(5000)}`,
    );
    expect(shown).toContain("here");
    expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThan(130);
  });
});
