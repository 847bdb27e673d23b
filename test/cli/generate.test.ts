import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

describe("generate", () => {
  it("tells new files from changed ones", async () => {
    const cwd = project({ "manifests/greet.tool.yaml": manifest("greet") });
    expect((await toolkilnHere(["generate"], { cwd })).stderr).toContain("  + generated/tools/greet.ts\n");
    const louder = manifest("greet").replace("Say hello", "Shout hello");
    writeFileSync(join(cwd, "manifests/greet.tool.yaml"), louder);
    const { stderr } = await toolkilnHere(["generate"], { cwd });
    expect(stderr).toContain("  ~ generated/tools/greet.ts\n");
    expect(stderr).not.toContain("  + ");
  });

  it("asks whether a tool was renamed, and reports the implementation that is left", async () => {
    const cwd = project({
      "manifests/greet.tool.yaml": manifest("greet"),
      "manifests/other.tool.yaml": manifest("other").replace("who:", "whom:").replace("[who]", "[whom]"),
      "tools/greet.ts": "export const tool = undefined;\n",
    });
    await toolkilnHere(["generate"], { cwd });
    renameSync(join(cwd, "manifests/greet.tool.yaml"), join(cwd, "manifests/say-hello.tool.yaml"));
    writeFileSync(join(cwd, "manifests/say-hello.tool.yaml"), manifest("say-hello"));
    const dry = await toolkilnHere(["generate", "--dry-run", "--json"], { cwd });
    expect(JSON.parse(dry.stdout)).toMatchObject({ renamed: [{ from: "greet", to: "say-hello" }] });
    const { code, stderr } = await toolkilnHere(["generate"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("Was `greet` renamed to `say-hello`?");
    expect(stderr).toContain("`renamedFrom: [greet]`");
    expect(stderr).toContain("tools/greet.ts has no manifest any more. Rename it to tools/say-hello.ts");
    expect(existsSync(join(cwd, "tools/greet.ts"))).toBe(true);
    expect((await toolkilnHere(["generate"], { cwd })).stderr).not.toContain("renamed");
  });

  it("takes a tool that is gone and another one that comes for what they are", async () => {
    const cwd = project({
      "manifests/greet.tool.yaml": manifest("greet"),
      "tools/greet.ts": "export const tool = undefined;\n",
    });
    await toolkilnHere(["generate"], { cwd });
    const other = `id: sum
description: Add some numbers to each other and give back what comes out.
category: custom
risk: safe
schema:
  properties:
    numbers: { type: array, items: { type: number }, description: What to add. }
    start: { type: number, default: 0, description: What to begin with. }
    absolute: { type: boolean, default: false, description: Whether signs do not count. }
  required: [numbers]
result: { kind: math.sum, data: { type: object, properties: { sum: { type: number } }, required: [sum] } }
`;
    renameSync(join(cwd, "manifests/greet.tool.yaml"), join(cwd, "manifests/sum.tool.yaml"));
    writeFileSync(join(cwd, "manifests/sum.tool.yaml"), other);
    const { stderr } = await toolkilnHere(["generate"], { cwd });
    expect(stderr).not.toContain("renamed");
    expect(stderr).toContain("tools/greet.ts has no manifest any more. Delete it, if nothing else needs it.");
  });
});

describe("check", () => {
  it("shows where a stale file differs, and points annotations at the manifest", async () => {
    const bounded = manifest("greet").replace("type: string,", "type: string, minLength: 1,");
    const cwd = project({
      "manifests/greet.tool.yaml": bounded,
      "tools/greet.ts": "export const tool = 1;\n",
    });
    await toolkilnHere(["generate"], { cwd });
    writeFileSync(join(cwd, "manifests/greet.tool.yaml"), bounded.replace("minLength: 1", "minLength: 2"));
    const { code, stderr } = await toolkilnHere(["check"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/@@ line \d+\n.*\n {2}- .*minLength: 1.*\n {2}\+ .*minLength: 2/);
    expect(stderr).toMatch(
      /generated\/tools\/greet\.validator\.ts\n {2}\d+ lines? of its validators changed/,
    );
    const { stdout } = await toolkilnHere(["check", "--format", "github"], { cwd });
    expect(stdout).toMatch(/^::error file=manifests\/greet\.tool\.yaml,.*::generated\/tools\/greet\.ts: /m);
    expect(stdout).not.toContain("file=generated/tools/");
  });
});
