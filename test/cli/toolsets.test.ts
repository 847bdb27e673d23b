import { describe, expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

const cwd = project({
  "toolkiln.config.json": `{ "toolsets": { "greeting": { "ids": ["greet"] }, "cheap": { "maxRisk": "safe" } } }`,
  "manifests/greet.tool.yaml": manifest("greet"),
  "manifests/note.tool.yaml": manifest("note"),
});

describe("--toolset", () => {
  it("lists the tools of a toolset", async () => {
    const { code, stdout } = await toolkilnHere(["list", "--toolset", "greeting", "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ id: "greet" }] });
  });

  it("exports the tools of a toolset", async () => {
    const { stdout } = await toolkilnHere(["export", "--target", "catalog", "--toolset", "greeting"], {
      cwd,
    });
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ id: "greet" }] });
  });

  it.each([
    ["greting", "There is no toolset `greting`. Did you mean `greeting`?"],
    ["other", "There is no toolset `other`. Use one of: greeting, cheap."],
  ])("rejects %s", async (name, message) => {
    const { code, stderr } = await toolkilnHere(["list", "--toolset", name], { cwd });
    expect([code, stderr.trim()]).toEqual([2, message]);
  });

  it("rejects a name if no toolsets are declared", async () => {
    const bare = project({ "manifests/greet.tool.yaml": manifest("greet") });
    const { code, stderr } = await toolkilnHere(["export", "--target", "mcp", "--toolset", "all"], {
      cwd: bare,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("Declare it under `toolsets` in the configuration.");
  });
});
