import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formatsModule from "ajv-formats";
import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { explanationOf } from "../../../generator/diagnostics/explanations.js";
import { formatGithub } from "../../../generator/diagnostics/format-github.js";
import { jsonReport } from "../../../generator/diagnostics/format-json.js";
import { sarifLog } from "../../../generator/diagnostics/format-sarif.js";
import { formatDiagnostic } from "../../../generator/diagnostics/format-text.js";
import { analyze } from "../../../generator/analyze.js";
import { repositoryRoot } from "../../support/repository.js";
import { bytesHost } from "../support/bytes-host.js";
import { exampleFiles } from "../support/example-files.js";
import { diagnosticsOf } from "../support/manifests.js";

/** Compiles the SARIF schema of Microsoft's matchers, without `id` and `$schema`: Ajv does not support their draft. */
function sarifValidator(): ValidateFunction {
  const file = join(repositoryRoot, "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formatsModule.default(ajv);
  return ajv.compile(schema);
}

const example =
  'schema:\n  properties:\n    lines: { type: integer, default: "5", description: Lines to read. }\n';

describe("a diagnostic", () => {
  it("has a JSON format with 1-based lines and columns and the fix as edits", async () => {
    const report = jsonReport({
      diagnostics: await diagnosticsOf(example),
      files: [],
      tools: 0,
      durationMs: 1.6,
    });
    expect(report).toEqual({
      diagnostics: [
        {
          code: "TK3012",
          name: "default-violates-schema",
          severity: "error",
          message: 'The default of `lines` is not valid: expected an integer, got "5".',
          file: "manifests/file-read.tool.yaml",
          range: { start: { line: 8, column: 38 }, end: { line: 8, column: 41 } },
          fix: {
            title: "write `5`",
            edits: [{ range: { start: { line: 8, column: 38 }, end: { line: 8, column: 41 } }, text: "5" }],
          },
        },
      ],
      files: [],
      tools: 0,
      durationMs: 2,
    });
  });

  it("has a GitHub annotation with escaped line breaks", async () => {
    const [found] = await diagnosticsOf(example);
    if (found === undefined) throw new Error("nothing was found");
    const line = formatGithub({ ...found, message: "a\n::error::b%", file: "a,b:c.yaml" });
    expect(line).toBe(
      "::error file=a%2Cb%3Ac.yaml,line=8,endLine=8,col=38,endColumn=41,title=TK3012 default-violates-schema::a%0A::error::b%25",
    );
  });

  it("has no terminal escapes in a GitHub annotation", () => {
    const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
    const texts = { message: "a\u001b[2J\r\n\u009b1m", file: "m\u001b]0;x\u0007.yaml" };
    const found = { code: "TK1001", name: "unreadable-file", severity: "error", range: place } as const;
    const shown = formatGithub({ ...found, ...texts });
    expect(shown).toContain("::a\\u{1b}[2J%0D%0A\\u{9b}1m");
    expect(shown).toMatch(/^\P{Cc}*$/u);
  });

  it("has a SARIF result with its rule, location and fix", async () => {
    const log = sarifLog(await diagnosticsOf(example), "1.2.3") as {
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
      },
    ]);
  });

  it("is valid SARIF 2.1.0 with help, related locations, an unusual path or no location", async () => {
    const codes = ["TK1001", "TK1003", "TK1008", "TK2018", "TK3013", "TK3012", "TK4002"] as const;
    const all = await Promise.all(
      codes.map(async (code) => {
        const host = bytesHost(exampleFiles(explanationOf(code).bad));
        const { diagnostics } = await analyze(host, defaultConfig);
        expect(diagnostics.map((found) => found.code)).toContain(code);
        return diagnostics;
      }),
    );
    const [odd] = await diagnosticsOf(example);
    const diagnostics = [...all.flat(), ...(odd === undefined ? [] : [{ ...odd, file: "a b/ü%[1].yaml" }])];
    expect(diagnostics.some(({ related }) => related !== undefined)).toBe(true);
    expect(diagnostics.some(({ fix }) => fix !== undefined)).toBe(true);
    const validate = sarifValidator();
    expect({ valid: validate(sarifLog(diagnostics, "1.2.3")), errors: validate.errors }).toEqual({
      valid: true,
      errors: null,
    });
    expect(validate(sarifLog([], "1.2.3"))).toBe(true);
    expect(validate({ ...sarifLog([], "1.2.3"), runs: [{ results: [] }] })).toBe(false);
  });

  it("aligns the caret below wide, invisible and tab characters", () => {
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

  it("shows the relevant part of a long line", () => {
    const range = { start: { line: 1, column: 5001 }, end: { line: 1, column: 5005 } };
    const shown = formatDiagnostic(
      { code: "TK2019", name: "invisible-character", severity: "error", message: "m", file: "f", range },
      () => `${"a".repeat(5000)}here${"b".repeat(5000)}`,
    );
    expect(shown).toContain("here");
    expect(Math.max(...shown.split("\n").map((line) => line.length))).toBeLessThan(130);
  });
});
