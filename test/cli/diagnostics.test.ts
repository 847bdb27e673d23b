import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { project, toolkilnHere } from "./command-line.js";

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

beforeEach(async () => {
  cwd = project({ "manifests/hello.tool.yaml": manifest });
});

function configure(config: object): void {
  writeFileSync(join(cwd, "toolkiln.config.json"), JSON.stringify(config));
}

async function codes(args: readonly string[]): Promise<{ code: number | null; found: string[] }> {
  const { stdout, code } = await toolkilnHere([...args, "--json"], { cwd });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { name: string; severity: string }[] };
  return { code, found: diagnostics.map(({ name, severity }) => `${severity} ${name}`) };
}

const warning = "warning undescribed-property";

describe("diagnostics", () => {
  it("fail the command when there are more warnings than allowed", async () => {
    expect(await codes(["lint"])).toEqual({ code: 0, found: [warning] });
    expect((await toolkilnHere(["lint", "--max-warnings", "1"], { cwd })).code).toBe(0);
    expect((await toolkilnHere(["lint", "--max-warnings", "0"], { cwd })).code).toBe(1);
    expect((await toolkilnHere(["lint", "--max-warnings", "few"], { cwd })).code).toBe(2);
    configure({ maxWarnings: 0 });
    expect((await toolkilnHere(["lint"], { cwd })).code).toBe(1);
  });

  it("are all printed, errors first", async () => {
    const many = Array.from({ length: 150 }, (_, index) => `    p${index}: {}`).join("\n");
    const text = manifest.replace("    who:", `${many}\n    who:`).replace("result: text", "result: nothing");
    writeFileSync(join(cwd, "manifests/hello.tool.yaml"), text);
    const { stderr } = await toolkilnHere(["lint"], { cwd });
    expect(stderr.match(/ {2}(?:error|warning) {2}TK/g)).toHaveLength(152);
    expect(stderr).toMatch(/^.* {2}error {2}TK2013 missing-data-schema/);
    expect((await codes(["lint"])).found).toHaveLength(152);
  });

  it("are printed by severity; hints take one line without --verbose", async () => {
    configure({ targets: [{ provider: "anthropic", strict: true }] });
    const text = manifest.replace("who: { type: string }", "who: { type: string, minLength: 2 }");
    writeFileSync(join(cwd, "manifests/hello.tool.yaml"), text);
    writeFileSync(
      join(cwd, "manifests/other.tool.yaml"),
      text.replace("id: hello", "id: other").replace("result: text", "result: nothing"),
    );
    const order = async (args: readonly string[]): Promise<string[]> =>
      (await toolkilnHere(args, { cwd })).stderr.match(/(?<= {2})(?:error|warning|hint)(?= {2}TK)/g) ?? [];
    expect(await order(["lint"])).toEqual(["error", "warning", "warning"]);
    writeFileSync(join(cwd, "manifests/other.tool.yaml"), text.replace("id: hello", "id: other"));
    expect(await order(["lint"])).toEqual(["warning", "warning"]);
    expect(await order(["lint", "--verbose"])).toEqual(["warning", "warning", "hint", "hint"]);
    expect(await order(["generate"])).toEqual(["warning", "warning"]);
    const { stderr } = await toolkilnHere(["lint"], { cwd });
    expect(stderr.match(/.*hint.*/g)).toEqual([
      "2 hints: 2 described-only. `--verbose` shows them.",
      expect.stringMatching(/^2 warnings, 2 hints in 2 of 2 manifests\./),
    ]);
    const quiet = await toolkilnHere(["lint", "--quiet"], { cwd });
    expect(quiet.stderr).toContain("undescribed-property");
    expect(quiet.stderr).not.toContain("hint");
  });

  it("are counted for manifests, and separately for other files", async () => {
    configure({ toolsets: { chat: { ids: ["hello", "nobody"] } } });
    expect((await toolkilnHere(["lint"], { cwd })).stderr).toMatch(/ in 1 of 1 manifest and 1 other file\./);
  });

  it("are listed with their locations when fixed, as text and as JSON", async () => {
    const wrong = manifest.replace(
      "who: { type: string }",
      "who: { type: str, description: Whom to greet. }",
    );
    const file = join(cwd, "manifests/hello.tool.yaml");
    writeFileSync(file, wrong);
    const { stderr } = await toolkilnHere(["lint", "--fix"], { cwd });
    expect(stderr).toContain("manifests/hello.tool.yaml:7  write `string`");
    expect(stderr).toContain("Fixed 1 diagnostic.");
    writeFileSync(file, wrong);
    const { fixes } = JSON.parse((await toolkilnHere(["lint", "--fix", "--json"], { cwd })).stdout) as {
      fixes: object[];
    };
    expect(fixes).toEqual([
      expect.objectContaining({ file: "manifests/hello.tool.yaml", line: 7, title: "write `string`" }),
    ]);
  });

  it("have the severity that the configuration sets, by name or by code", async () => {
    configure({ severities: { "undescribed-property": "off" } });
    expect(await codes(["lint"])).toEqual({ code: 0, found: [] });
    configure({ severities: { "undescribed-property": "error" } });
    expect(await codes(["lint"])).toEqual({ code: 1, found: ["error undescribed-property"] });
    expect((await toolkilnHere(["generate"], { cwd })).code).toBe(1);
    expect(existsSync(join(cwd, "generated"))).toBe(false);
    expect((await toolkilnHere(["generate", "--dry-run"], { cwd })).stderr).toContain(
      "1 error. Nothing was written.",
    );
  });

  it.each([
    [{ "undescribed-propery": "off" }, "Did you mean `undescribed-property`?"],
    [{ "unknown-key": "off" }, 'must stay "error"'],
    [{ "undescribed-property": "loud" }, 'must be one of "error"'],
  ])("cannot be configured as %j", async (severities, message) => {
    configure({ severities });
    const { code, stderr } = await toolkilnHere(["lint"], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.each(["no JSON", "{}", `{ "version": 1 }`])(
    "are not compared with an invalid baseline: %s",
    async (text) => {
      configure({ baseline: "known.json" });
      writeFileSync(join(cwd, "known.json"), text);
      const { code, stderr } = await toolkilnHere(["lint"], { cwd });
      expect(stderr).toContain("known.json is not a baseline. Write it again");
      expect(code).toBe(2);
      expect((await toolkilnHere(["lint", "--update-baseline"], { cwd })).code).toBe(0);
    },
  );

  it("are reported if they are new, but not if the baseline lists them", async () => {
    expect((await toolkilnHere(["lint", "--update-baseline"], { cwd })).code).toBe(2);
    configure({ baseline: "known.json" });
    expect((await toolkilnHere(["lint", "--update-baseline"], { cwd })).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "known.json"), "utf8"))).toMatchObject({ version: 1 });
    expect(await codes(["lint"])).toEqual({ code: 0, found: [] });
    const file = join(cwd, "manifests/hello.tool.yaml");
    writeFileSync(file, manifest.replace("  required:", "    to: { type: string }\n  required:"));
    expect((await codes(["lint"])).found).toEqual([warning]);
    writeFileSync(join(cwd, "known.json"), "{}");
    expect((await toolkilnHere(["lint"], { cwd })).code).toBe(2);
  });

  it("annotate lines under GitHub Actions", async () => {
    const env = { GITHUB_ACTIONS: "true" };
    for (const command of ["lint", "check"]) {
      const { stdout } = await toolkilnHere([command], { cwd, env });
      expect(stdout).toMatch(/^::warning file=manifests\/hello\.tool\.yaml,line=7,/m);
    }
    expect((await toolkilnHere(["check"], { cwd, env })).stdout).toContain(
      "::error file=generated/registry.ts,line=1,",
    );
    expect((await toolkilnHere(["lint", "--format", "text"], { cwd, env })).stdout).toBe("");
    expect((await toolkilnHere(["lint", "--format", "xml"], { cwd })).code).toBe(2);
    const { stdout } = await toolkilnHere(["check", "--format", "sarif"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ version: "2.1.0" });
  });
});
