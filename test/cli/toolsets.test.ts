import { describe, expect, it } from "vitest";
import { manifest, project, toolkiln } from "./command-line.js";

const cwd = project({
  "toolkiln.config.json": `{ "toolsets": { "greeting": { "ids": ["greet"] }, "cheap": { "maxRisk": "safe" } } }`,
  "manifests/greet.tool.yaml": manifest("greet"),
  "manifests/note.tool.yaml": manifest("note"),
});

describe("--toolset", () => {
  it("lists the tools of a toolset", () => {
    const { code, stdout } = toolkiln(["list", "--toolset", "greeting", "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ id: "greet" }] });
  });

  it("exports the tools of a toolset", () => {
    const { stdout } = toolkiln(["export", "--target", "catalog", "--toolset", "greeting"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ id: "greet" }] });
  });

  it.each([
    ["greting", "There is no toolset `greting`. Did you mean `greeting`?"],
    ["other", "There is no toolset `other`. They are greeting, cheap."],
  ])("refuses %s", (name, message) => {
    const { code, stderr } = toolkiln(["list", "--toolset", name], { cwd });
    expect([code, stderr.trim()]).toEqual([2, message]);
  });

  it("refuses a name where no toolsets are declared", () => {
    const bare = project({ "manifests/greet.tool.yaml": manifest("greet") });
    const { code, stderr } = toolkiln(["export", "--target", "mcp", "--toolset", "all"], { cwd: bare });
    expect(code).toBe(2);
    expect(stderr).toContain("Declare it under `toolsets` of the configuration.");
  });
});
