import { describe, expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

const cwd = project({
  "manifests/greet.tool.yaml": manifest("greet"),
  "manifests/note.tool.yaml": manifest("note").replace(
    "    who:",
    "    parent: { type: [string, 'null'], description: The note above. }\n    who:",
  ),
});

describe("export", () => {
  it("prints definitions as a JSON array; needs no generated files or implementations", async () => {
    const { code, stdout, stderr } = await toolkilnHere(["export", "--target", "openai", "--strict"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { type: "function", function: expect.objectContaining({ name: "greet", strict: true }) },
      { type: "function", function: expect.objectContaining({ name: "note", strict: false }) },
    ]);
    expect(stderr).toContain("note is not strict: /properties/parent: the property is optional and nullable");
  });

  it("prints the catalogue", async () => {
    const { stdout } = await toolkilnHere(["export", "--target", "catalog"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, tools: [{ id: "greet" }, { id: "note" }] });
  });

  it.each([
    ["anthropic", "input_schema"],
    ["gemini", "parametersJsonSchema"],
    ["mcp", "inputSchema"],
    ["bedrock", "toolSpec"],
    ["ai-sdk", "inputSchema"],
    ["langchain", "schema"],
    ["openai-agents", "parameters"],
    ["json-schema", "schema"],
  ])("accepts the target %s", async (target, key) => {
    const { code, stdout } = await toolkilnHere(["export", "--target", target, "--quiet"], { cwd });
    expect(code).toBe(0);
    const definitions = JSON.parse(stdout) as object[];
    expect(definitions.map((definition) => Object.hasOwn(definition, key))).toEqual([true, true]);
  });

  it("counts constraints and defaults separately", async () => {
    const folder = project({
      "manifests/greet.tool.yaml": manifest("greet").replace(
        "    who:",
        "    times: { type: integer, minimum: 1, default: 1, description: How often. }\n    who:",
      ),
    });
    const { stderr } = await toolkilnHere(["export", "--target", "openai", "--strict"], { cwd: folder });
    expect(stderr).toContain(
      "1 tool for openai (strict); omitted or changed: 0 constraints and 1 annotation",
    );
    const { stderr: other } = await toolkilnHere(["export", "--target", "anthropic", "--strict"], {
      cwd: folder,
    });
    expect(other).toContain("omitted or changed: 1 constraint and 1 annotation");
  });

  it("uses the configured settings of the provider", async () => {
    const configured = project({
      "manifests/greet.tool.yaml": manifest("greet"),
      "toolkiln.config.json": `{ "targets": ["anthropic", { "provider": "openai", "api": "responses" }] }`,
    });
    const { stdout } = await toolkilnHere(["export", "--target", "openai", "--quiet"], { cwd: configured });
    expect(JSON.parse(stdout)).toMatchObject([{ type: "function", name: "greet" }]);
  });

  it("does not mention strict mode when another setting causes the fallback", async () => {
    const configured = project({
      "manifests/greet.tool.yaml": manifest("greet").replace(
        "    who:",
        "    tags: { type: object, additionalProperties: { type: string }, description: Tags. }\n    who:",
      ),
      "toolkiln.config.json": `{ "targets": [{ "provider": "gemini", "schema": "parameters" }] }`,
    });
    const { stderr } = await toolkilnHere(["export", "--target", "gemini"], { cwd: configured });
    expect(stderr).toContain("greet uses a fallback: /properties/tags: it allows properties");
  });

  it("suggests a target when the given one does not exist", async () => {
    const { code, stdout, stderr } = await toolkilnHere(["export", "--target", "antropic"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Did you mean `anthropic`?");
  });
});

describe("cost", () => {
  it("shows the tokens of each definition, most expensive first", async () => {
    const { code, stdout } = await toolkilnHere(["cost", "--target", "openai"], { cwd });
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "tool",
      "note",
      "greet",
      "total",
      "",
    ]);
    expect(stdout).toContain("█");
  });

  it("prints JSON", async () => {
    const { stdout } = await toolkilnHere(["cost", "--json"], { cwd });
    const { targets } = JSON.parse(stdout) as {
      targets: { target: string; exact: boolean; total: number }[];
    };
    expect(targets.map(({ target, exact }) => [target, exact])).toEqual([
      ["openai", false],
      ["anthropic", false],
      ["gemini", false],
    ]);
    expect(targets.every(({ total }) => total > 100)).toBe(true);
  });

  it("is compared with the configured budget by check", async () => {
    const poor = project({
      "manifests/greet.tool.yaml": manifest("greet"),
      "toolkiln.config.json": `{ "targets": ["openai"], "budget": { "total": 20 } }`,
    });
    const { code, stderr } = await toolkilnHere(["check"], { cwd: poor });
    expect(code).toBe(1);
    expect(stderr).toContain("TK5009");
  });
});
