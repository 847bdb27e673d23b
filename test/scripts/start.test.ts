import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../cli/command-line.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

const temporary = scratchFolder("start");
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function start(env: Readonly<Record<string, string>> = {}): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(repositoryRoot, "scripts/start.js")], {
    env: { ...cleanEnvironment(), TMPDIR: temporary, TEMP: temporary, ...env },
    encoding: "utf8",
  });
  return { code: status, output: stdout + stderr };
}

describe("npm start", () => {
  it("shows six steps with the output of the real commands, what to do next, and no colours outside a terminal", () => {
    const { code, output } = start();
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
    expect(stripVTControlCharacters(output)).toBe(output);
    expect(code).toBe(0);
  }, 60_000);

  it("prints colours on request and removes its temporary folder", () => {
    const { output } = start({ FORCE_COLOR: "1" });
    expect(output).toContain("\u001b[1m\u001b[32m1 · You declare a tool");
    expect(readdirSync(temporary).filter((name) => name.startsWith("toolkiln-"))).toEqual([]);
  }, 60_000);
});
