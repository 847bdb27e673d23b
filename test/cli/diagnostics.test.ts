import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { project, toolkiln } from "./command-line.js";

// A parameter without a description is a warning.
const manifest = `id: hello
description: Say hello to somebody who is named by the caller.
category: custom
risk: safe
schema:
  properties:
    who: { type: string }
  required: [who]
result: text
`;

let cwd: string;

beforeEach(() => {
  cwd = project({ "manifests/hello.tool.yaml": manifest });
});

function configure(config: object): void {
  writeFileSync(join(cwd, "toolkiln.config.json"), JSON.stringify(config));
}

function codes(args: readonly string[]): { code: number | null; found: string[] } {
  const { stdout, code } = toolkiln([...args, "--json"], { cwd });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { name: string; severity: string }[] };
  return { code, found: diagnostics.map(({ name, severity }) => `${severity} ${name}`) };
}

const warning = "warning undescribed-property";

describe("diagnostics", () => {
  it("fail the command when there are more warnings than allowed", () => {
    expect(codes(["lint"])).toEqual({ code: 0, found: [warning] });
    expect(toolkiln(["lint", "--max-warnings", "1"], { cwd }).code).toBe(0);
    expect(toolkiln(["lint", "--max-warnings", "0"], { cwd }).code).toBe(1);
    expect(toolkiln(["lint", "--max-warnings", "few"], { cwd }).code).toBe(2);
    configure({ maxWarnings: 0 });
    expect(toolkiln(["lint"], { cwd }).code).toBe(1);
  });

  it("are printed up to a hundred of a file, errors first, and in JSON all", () => {
    const many = Array.from({ length: 150 }, (_, index) => `    p${index}: {}`).join("\n");
    const text = manifest.replace("    who:", `${many}\n    who:`).replace("result: text", "result: nothing");
    writeFileSync(join(cwd, "manifests/hello.tool.yaml"), text);
    const { stderr } = toolkiln(["lint"], { cwd });
    expect(stderr.match(/ {2}(?:error|warning) {2}TK/g)).toHaveLength(100);
    expect(stderr).toContain("manifests/hello.tool.yaml  52 more; `--json` lists all.");
    expect(stderr).toContain("TK2013 missing-data-schema");
    expect(codes(["lint"]).found).toHaveLength(152);
  });

  it("are printed by severity, and hints in one line unless they are wanted", () => {
    configure({ targets: [{ provider: "anthropic", strict: true }] });
    const text = manifest.replace("who: { type: string }", "who: { type: string, minLength: 2 }");
    writeFileSync(join(cwd, "manifests/hello.tool.yaml"), text);
    writeFileSync(
      join(cwd, "manifests/other.tool.yaml"),
      text.replace("id: hello", "id: other").replace("result: text", "result: nothing"),
    );
    const order = (args: readonly string[]): string[] =>
      toolkiln(args, { cwd }).stderr.match(/(?<= {2})(?:error|warning|hint)(?= {2}TK)/g) ?? [];
    expect(order(["lint"])).toEqual(["error", "warning", "warning"]);
    writeFileSync(join(cwd, "manifests/other.tool.yaml"), text.replace("id: hello", "id: other"));
    expect(order(["lint"])).toEqual(["warning", "warning"]);
    expect(order(["lint", "--verbose"])).toEqual(["warning", "warning", "hint", "hint"]);
    expect(order(["generate"])).toEqual(["warning", "warning"]);
    const { stderr } = toolkiln(["lint"], { cwd });
    expect(stderr.match(/.*hint.*/g)).toEqual([
      "2 hints: 2 told-in-words. `--verbose` shows them.",
      expect.stringMatching(/^2 warnings, 2 hints in 2 of 2 manifests\./),
    ]);
  });

  it("are counted by manifests, with other files beside them", () => {
    configure({ toolsets: { chat: { ids: ["hello", "nobody"] } } });
    expect(toolkiln(["lint"], { cwd }).stderr).toMatch(/ in 1 of 1 manifest and 1 other file\./);
  });

  it("that are fixed are reported with their place, to people and to programs", () => {
    const wrong = manifest.replace(
      "who: { type: string }",
      "who: { type: str, description: Whom to greet. }",
    );
    const file = join(cwd, "manifests/hello.tool.yaml");
    writeFileSync(file, wrong);
    const { stderr } = toolkiln(["lint", "--fix"], { cwd });
    expect(stderr).toContain("manifests/hello.tool.yaml:7  write `string`");
    expect(stderr).toContain("Fixed 1 diagnostic.");
    writeFileSync(file, wrong);
    const { fixes } = JSON.parse(toolkiln(["lint", "--fix", "--json"], { cwd }).stdout) as {
      fixes: object[];
    };
    expect(fixes).toEqual([
      expect.objectContaining({ file: "manifests/hello.tool.yaml", line: 7, title: "write `string`" }),
    ]);
  });

  it("are as bad as the configuration says, by name or by code", () => {
    configure({ severities: { "undescribed-property": "off" } });
    expect(codes(["lint"])).toEqual({ code: 0, found: [] });
    configure({ severities: { "undescribed-property": "error" } });
    expect(codes(["lint"])).toEqual({ code: 1, found: ["error undescribed-property"] });
    expect(toolkiln(["generate"], { cwd }).code).toBe(1);
    expect(existsSync(join(cwd, "generated"))).toBe(false);
    expect(toolkiln(["generate", "--dry-run"], { cwd }).stderr).toContain("1 error. Nothing was written.");
  });

  it.each([
    [{ "undescribed-propery": "off" }, "Did you mean `undescribed-property`?"],
    [{ "unknown-key": "off" }, "is an error and stays one"],
    [{ "undescribed-property": "loud" }, "must give codes or names one of"],
  ])("cannot be configured as %j", (severities, message) => {
    configure({ severities });
    const { code, stderr } = toolkiln(["lint"], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.each(["no JSON", "{}", `{ "version": 1 }`, `{ "version": 1, "diagnostics": { "a.yaml": 5 } }`])(
    "are not compared with what is no baseline: %s",
    (text) => {
      configure({ baseline: "known.json" });
      writeFileSync(join(cwd, "known.json"), text);
      const { code, stderr } = toolkiln(["lint"], { cwd });
      expect(stderr).toContain("known.json is not a baseline. Write it again");
      expect(code).toBe(2);
      expect(toolkiln(["lint", "--update-baseline"], { cwd }).code).toBe(0);
    },
  );

  it("that are known are left out; new ones are not", () => {
    expect(toolkiln(["lint", "--update-baseline"], { cwd }).code).toBe(2);
    configure({ baseline: "known.json" });
    expect(toolkiln(["lint", "--update-baseline"], { cwd }).code).toBe(0);
    const { version, diagnostics } = JSON.parse(readFileSync(join(cwd, "known.json"), "utf8")) as {
      version: number;
      diagnostics: object;
    };
    expect(version).toBe(1);
    expect(codes(["lint"])).toEqual({ code: 0, found: [] });
    // The key of baselines that earlier versions wrote.
    writeFileSync(join(cwd, "known.json"), JSON.stringify({ version, findings: diagnostics }));
    expect(codes(["lint"])).toEqual({ code: 0, found: [] });
    const file = join(cwd, "manifests/hello.tool.yaml");
    writeFileSync(file, manifest.replace("  required:", "    to: { type: string }\n  required:"));
    expect(codes(["lint"]).found).toEqual([warning]);
    writeFileSync(join(cwd, "known.json"), "{}");
    expect(toolkiln(["lint"], { cwd }).code).toBe(2);
  });

  it("annotate lines under GitHub Actions", () => {
    const env = { GITHUB_ACTIONS: "true" };
    for (const command of ["lint", "check"]) {
      const { stdout } = toolkiln([command], { cwd, env });
      expect(stdout).toMatch(/^::warning file=manifests\/hello\.tool\.yaml,line=7,/m);
    }
    expect(toolkiln(["check"], { cwd, env }).stdout).toContain("::error file=generated/registry.ts,line=1,");
    expect(toolkiln(["lint", "--format", "text"], { cwd, env }).stdout).toBe("");
    expect(toolkiln(["lint", "--format", "xml"], { cwd }).code).toBe(2);
    const { stdout } = toolkiln(["check", "--format", "sarif"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ version: "2.1.0" });
  });
});
