import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, project, toolkiln, type CommandOutcome } from "./command-line.js";

const invalid = `openapi: 3.1.0
info: [1
paths: {}
`;

describe("diagnostics of a source in a folder of the project", () => {
  const cwd = project({
    "toolkiln.config.json": "{}",
    "api.yaml": "title: the wrong file\n# same name\n# other folder\n",
    "specs/api.yaml": invalid,
  });

  it.each([
    ["the working directory", ["api.yaml"], join(cwd, "specs")],
    ["--cwd", ["api.yaml", "--cwd", "specs"], cwd],
    ["an absolute path", [join(cwd, "specs/api.yaml"), "--cwd", "specs"], cwd],
  ])("show the lines of that source (%s)", (_, args, folder) => {
    const { code, stderr } = toolkiln(["import", "openapi", ...args, "--yes"], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/api\.yaml:\d+:\d+ {2}error {2}TK1002 invalid-yaml/);
    expect(stderr).toContain("2 │ info: [1");
    expect(stderr).not.toContain("# same name");
  });
});

describe("an import into a project with an error", () => {
  const cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/broken.tool.yaml": manifest("broken").replace("risk: safe", "risk: none"),
    "order.schema.json": `{ "type": "object", "properties": { "id": { "type": "string" } } }`,
  });
  let outcome: CommandOutcome;

  it("prints the error, but no success message and no command to try", () => {
    outcome = toolkiln(["import", "json-schema", "order.schema.json", "--yes"], { cwd });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("manifests/broken.tool.yaml:4:7  error");
    expect(outcome.stderr).toContain("2 files written, but code generation failed: 1 error.");
    expect(outcome.stderr).not.toMatch(/code generated|Try it/);
    expect(readFileSync(join(cwd, "manifests/order.tool.yaml"), "utf8")).toContain("id: order");
  });
});
