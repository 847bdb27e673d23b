import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { manifest, project, toolkiln } from "./command-line.js";

let cwd: string;

const tests = "tests:\n  - { title: greets, params: { who: you } }\n";

function implementation(name: string): string {
  return `import { ${name} } from "../generated/tools/${name}.js";\nexport const tool = ${name}.implement(async ({ who }) => ({ content: who }));\n`;
}

beforeEach(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/hello.tool.yaml": manifest("hello", tests),
    "tools/hello.ts": implementation("hello"),
    "tools/later.ts": implementation("later"),
  });
  const { code, stderr } = toolkiln(["generate", "--quiet"], { cwd });
  if (code !== 0) throw new Error(stderr);
});

const call = ["run", "hello", "--who", "you"];
const generateFirst = "has a manifest, but nothing was generated from it yet: run `toolkiln generate`.";

describe("a command that runs tools", () => {
  it("prints no warning when generated code is up to date", () => {
    for (const args of [call, ["test"], ["mcp"]]) {
      expect(toolkiln(args, { cwd }).stderr).not.toContain("does not match the manifests");
    }
  });

  it("asks to generate code for a new manifest", () => {
    writeFileSync(join(cwd, "manifests/later.tool.yaml"), manifest("later", tests));
    const ran = toolkiln(["run", "later", "--who", "you"], { cwd });
    expect(ran).toMatchObject({ code: 2, stderr: `\`later\` ${generateFirst}\n` });
    const asked = toolkiln(["run", "later", "--json"], { cwd });
    expect(JSON.parse(asked.stdout)).toMatchObject({ status: "notFound" });
    expect(asked.stderr).toContain(generateFirst);
    const tested = toolkiln(["test", "later"], { cwd });
    expect(tested.code).toBe(1);
    expect(tested.stderr).toContain(generateFirst);
    expect(toolkiln(["mcp"], { cwd }).stderr).toContain(
      "generated/ does not match the manifests (not generated: later).",
    );
    // Other tools still run without a warning.
    expect(toolkiln(call, { cwd })).toMatchObject({ code: 0, stderr: "" });
  });

  it("runs stale generated code with a warning", () => {
    appendFileSync(join(cwd, "manifests/hello.tool.yaml"), "tags: [new]\n");
    for (const args of [call, [...call, "--json"], ["test"], ["mcp"]]) {
      const { code, stderr } = toolkiln(args, { cwd });
      expect(stderr).toContain("(changed: manifests/hello.tool.yaml). Run `toolkiln generate`.");
      expect(code).toBe(0);
    }
    toolkiln(["generate", "--quiet"], { cwd });
    expect(toolkiln(call, { cwd })).toMatchObject({ code: 0, stderr: "" });
  });

  it("does not warn when a changed manifest generates the same code", () => {
    appendFileSync(join(cwd, "manifests/hello.tool.yaml"), "  - { title: greets me, params: { who: me } }\n");
    for (const args of [call, ["test"]])
      expect(toolkiln(args, { cwd }).stderr).not.toContain("does not match");
    expect(toolkiln(["check"], { cwd }).code).toBe(0);
  });

  it("runs generated code without a manifest, with a warning", () => {
    renameSync(join(cwd, "manifests/hello.tool.yaml"), join(cwd, "manifests/later.tool.yaml"));
    expect(toolkiln(call, { cwd }).stderr).toContain("without a manifest: hello");
  });
});
