import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

describe("generate", () => {
  it("distinguishes new files from changed ones", async () => {
    const cwd = project({ "manifests/greet.tool.yaml": manifest("greet") });
    expect((await toolkilnHere(["generate"], { cwd })).stderr).toContain("  + generated/tools/greet.ts\n");
    const louder = manifest("greet").replace("Say hello", "Shout hello");
    writeFileSync(join(cwd, "manifests/greet.tool.yaml"), louder);
    const { stderr } = await toolkilnHere(["generate"], { cwd });
    expect(stderr).toContain("  ~ generated/tools/greet.ts\n");
    expect(stderr).not.toContain("  + ");
  });

  it("lists at most 20 files without --verbose", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `greet-${index}`);
    const cwd = project(Object.fromEntries(ids.map((id) => [`manifests/${id}.tool.yaml`, manifest(id)])));
    const { stderr } = await toolkilnHere(["generate"], { cwd });
    expect(stderr.match(/^ {2}\+ /gm)).toHaveLength(20);
    expect(stderr).toContain("  … and 7 more files (--verbose lists them)\n");
    const { stderr: verbose } = await toolkilnHere(["generate", "--force", "--dry-run", "--verbose"], {
      cwd: project(Object.fromEntries(ids.map((id) => [`manifests/${id}.tool.yaml`, manifest(id)]))),
    });
    expect(verbose.match(/^ {2}\+ /gm)).toHaveLength(27);
  });

  it("shows where a stale file differs, and annotates it", async () => {
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
    const { stdout } = await toolkilnHere(["check", "--format", "github"], { cwd });
    expect(stdout).toMatch(/^::error file=generated\/tools\/greet\.ts,/m);
  });
});
