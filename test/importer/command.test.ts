import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project, toolkiln } from "../cli/command-line.js";

const tools = JSON.stringify([
  {
    name: "get_weather",
    description: "Get the weather of a city.",
    input_schema: { type: "object", properties: { city: { type: "string", description: "The city." } } },
  },
]);

function emptyProject(): string {
  return project({ "package.json": `{ "type": "module" }`, "tools.json": tools });
}

describe("toolkiln import", () => {
  it("shows a table, writes the files and generates code", () => {
    const cwd = emptyProject();
    const { code, stdout, stderr } = toolkiln(["import", "definitions", "tools.json", "--yes"], { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: [
        "      tool          risk     parameters   from",
        "new   get-weather   medium   1            the Anthropic definition `get_weather` in tools.json",
        "\n",
      ].join("\n"),
      stderr: "2 files written, code generated: 1 new tool.\nTry it: npx toolkiln run get-weather --help\n",
    });
    expect(toolkiln(["check"], { cwd }).code).toBe(0);
    expect(toolkiln(["list", "--json"], { cwd }).stdout).toContain(`"wireName": "get_weather"`);
  });

  it("writes nothing without --yes if there is no terminal, nor with --dry-run", () => {
    const cwd = emptyProject();
    const asked = toolkiln(["import", "definitions", "tools.json"], { cwd });
    expect(asked.stderr).toBe("Nothing was written. Pass --yes to write 2 files.\n");
    expect(asked.code).toBe(2);
    expect(toolkiln(["import", "definitions", "tools.json", "--dry-run"], { cwd }).code).toBe(0);
    expect(existsSync(join(cwd, "manifests"))).toBe(false);
  });

  it("prints one document with --json", () => {
    const cwd = emptyProject();
    const { stdout, stderr } = toolkiln(["import", "definitions", "tools.json", "--json", "--yes"], { cwd });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({
      tools: [{ id: "get-weather", status: "new", risk: "medium" }],
      written: ["manifests/get-weather.tool.yaml", "tools/get-weather.ts"],
      packages: [],
      diagnostics: [],
    });
  });

  it("reports an unusable source with its location and exit code 1", () => {
    const cwd = project({ "bad.yaml": "a: [1\nb: 2\n" });
    const { code, stderr } = toolkiln(["import", "openapi", "bad.yaml", "--yes"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^bad\.yaml:\d+:\d+ {2}error {2}TK1002 invalid-yaml/);
  });

  it.each([
    [["import", "mcp"], "Pass the server's command after --, or its URL with --url."],
    [
      ["import", "openapi", "a.yaml", "--results", "ful"],
      "--results takes one of none, shallow, full; got 'ful'. Did you mean `full`?",
    ],
    [
      ["import", "openapi", "a.yaml", "--max-tools", "x"],
      "--max-tools takes a whole number of at least 1, not 'x'.",
    ],
  ])("rejects %j and prints what is expected", (args, message) => {
    const { code, stderr } = toolkiln(args, { cwd: emptyProject() });
    expect({ code, message: stderr.split("\n")[0] }).toEqual({ code: 2, message });
  });

  it("lists the supported sources when none is given", () => {
    const { code, stderr } = toolkiln(["import"], { cwd: emptyProject() });
    expect(code).toBe(2);
    expect(stderr).toContain("json-schema [options] <file>");
    expect(stderr).toContain("`toolkiln import` needs a command.");
  });
});
