import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../cli/command-line.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/tutorial.md"), "utf8");
const folder = mkdtempSync(join(scratchFolder("tutorial"), "run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code blocks of the page in order: a file if its name precedes the block, otherwise commands. */
const steps = [...page.matchAll(/(?:`([\w./-]+)`:\n\n)?```(\w+)\n(.*?)```\n/gs)].map(
  ([, file, language = "", text = ""]) => ({ file, language, text }),
);

/** Runs commands in the project; packages are found in the workspace, so that nothing is installed. */
function run(commands: string, cwd: string): string {
  const { PATH = "", ...environment } = cleanEnvironment();
  const { status, stdout, stderr } = spawnSync(commands.replaceAll("npx ", ""), {
    cwd,
    env: { ...environment, PATH: `${join(repositoryRoot, "node_modules/.bin")}${delimiter}${PATH}` },
    shell: true,
    encoding: "utf8",
  });
  expect([commands, status, stdout + stderr]).toEqual([commands, 0, expect.any(String)]);
  return stdout + stderr;
}

describe("the tutorial", () => {
  it("works, step by step", () => {
    const project = join(folder, "my-agent");
    let output = "";
    for (const { file, language, text } of steps) {
      if (file !== undefined) {
        mkdirSync(dirname(join(project, file)), { recursive: true });
        writeFileSync(join(project, file), text);
      } else if (text.includes("toolkiln init")) run(text.split("\n")[0] ?? "", folder);
      else if (language === "sh") output = run(`set -e\n${text}`, project);
    }
    expect(steps.filter(({ file }) => file !== undefined)).toHaveLength(6);
    expect(output).toContain('Data: {"content":"Buy milk"}');
    expect(output).toContain("/text: 'text' is not a parameter of this tool.");
    expect(output).toContain("Delete the whole to-do list (high risk)? [y/N]");
    expect(output).toContain("Error: Operation was denied");
    expect(output).not.toContain("The approver failed");
  }, 120_000);
});
