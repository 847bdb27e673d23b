import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { cleanEnvironment, manifest, type CommandOutcome } from "./command-line.js";

/** A project where the command and its dependencies are installed, but no optional packages. */
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "toolkiln-optional-"));
  const command = join(repositoryRoot, "packages/cli");
  const { dependencies } = JSON.parse(readFileSync(join(command, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const part of ["package.json", "bin", "dist", "schema", "templates"])
    cpSync(join(command, part), join(home, "node_modules/toolkiln", part), { recursive: true });
  for (const name of Object.keys(dependencies)) link(name);
  mkdirSync(join(home, "manifests"));
  writeFileSync(join(home, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(home, "manifests/hello.tool.yaml"), manifest("hello"));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Installs a package of the workspace into the project. */
function link(name: string): void {
  const place = join(home, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(repositoryRoot, "node_modules", name), place);
}

function toolkiln(...args: string[]): CommandOutcome {
  const command = join(home, "node_modules/toolkiln/bin/toolkiln.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: home,
    env: cleanEnvironment(),
    input: "",
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

function dependenciesOf(project: string): object {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(home, project, "package.json"), "utf8"),
  ) as { dependencies: object; devDependencies: object };
  return { ...dependencies, ...devDependencies };
}

describe("the command without optional packages", () => {
  it("runs generate, list, lint and cost", () => {
    expect(toolkiln("generate").code).toBe(0);
    expect(toolkiln("list").stdout).toContain("hello");
    expect(toolkiln("lint").code).toBe(0);
    expect(toolkiln("cost").code).toBe(0);
  });

  it.each([
    ["mcp", []],
    ["mcp", ["--http", "127.0.0.1:0"]],
    ["mcp", ["config", "--client", "cursor"]],
  ])("prints how to install the missing package for %s %j", (command, args) => {
    expect(toolkiln(command, ...args)).toEqual({
      code: 2,
      stdout: "",
      stderr: "This command needs @toolkiln/mcp: npm install @toolkiln/mcp@0.1.0\n",
    });
  });

  it("prints how to install the missing package for import", () => {
    expect(toolkiln("import", "definitions", "tools.json")).toEqual({
      code: 2,
      stdout: "",
      stderr: "This command needs @toolkiln/importer: npm install @toolkiln/importer@0.1.0\n",
    });
  });

  it("prints how to install the missing package for playground", () => {
    expect(toolkiln("playground", "--no-open")).toEqual({
      code: 2,
      stdout: "",
      stderr: "This command needs @toolkiln/playground: npm install @toolkiln/playground@0.1.0\n",
    });
  });

  it("shows the help of a command whose package is missing", () => {
    expect(toolkiln("mcp", "--help").stdout).toContain("--approve-up-to");
  });

  it("creates a project with published versions and the selected optional packages", () => {
    expect(toolkiln("init", "plain", "--yes")).toMatchObject({ code: 0 });
    expect(toolkiln("init", "full", "--with", "mcp", "tokenizer", "queue")).toMatchObject({ code: 0 });
    expect(dependenciesOf("plain")).toEqual({
      "@toolkiln/runtime": "^0.1.0",
      toolkiln: "^0.1.0",
      typescript: expect.any(String) as string,
      "@types/node": expect.any(String) as string,
    });
    expect(dependenciesOf("full")).toMatchObject({
      "@toolkiln/mcp": "^0.1.0",
      "@toolkiln/queue": "^0.1.0",
      "pg-boss": "12.35.0",
      "gpt-tokenizer": "^4",
    });
  });

  it("rejects an unknown package", () => {
    const { code, stderr } = toolkiln("init", "wrong", "--with", "mpc");
    expect(stderr).toBe("Unknown optional package 'mpc'. Did you mean `mcp`?\n");
    expect(code).toBe(2);
  });

  it("serves the tools once the package is installed", () => {
    link("@toolkiln/mcp");
    toolkiln("generate");
    const { code, stderr } = toolkiln("mcp");
    expect(stderr).toContain("toolkiln serves 1 tool over standard input and output.");
    expect(code).toBe(0);
  });
});
