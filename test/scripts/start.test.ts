import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../cli/command-line.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

const temporary = scratchFolder("start");
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function node(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...cleanEnvironment(), TMPDIR: temporary, TEMP: temporary, ...env },
    encoding: "utf8",
  });
  return { code: status, output: stdout + stderr };
}

describe("npm start", () => {
  it("shows six steps with the output of the real commands and what to do next, in colours on request", () => {
    const { code, output: colored } = node(["scripts/start.js"], { FORCE_COLOR: "1" });
    expect(colored).toContain("\u001b[1m\u001b[32m1 · You declare a tool");
    const output = stripVTControlCharacters(colored);
    expect(output.match(/^\d · .+$/gm)).toHaveLength(6);
    for (const shown of [
      "export interface WordCountInput {",
      "extends ToolBase<",
      "error TS2561",
      '"words": 6',
      "Denied",
      "The note is deleted.",
      "TK6001 stale",
      "+   distinct?: boolean;",
      "npx toolkiln init ../my-tools",
    ]) {
      expect(output).toContain(shown);
    }
    expect(code).toBe(0);
    expect(readdirSync(temporary).filter((name) => name.startsWith("toolkiln-"))).toEqual([]);
  }, 60_000);

  it("prints no colours outside a terminal", () => {
    const code = `import("./scripts/start/terminal.js").then(({ caption }) => caption(1, "a", "b"))`;
    expect(node(["--eval", code]).output).toMatch(/^\n1 · a {2,}b\n$/);
  });
});
