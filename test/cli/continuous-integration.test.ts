import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "../support/repository.js";
import { cleanEnvironment, command, manifest, project, toolkiln } from "./command-line.js";

interface Action {
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { name?: string; run?: string; shell?: string; env?: Record<string, string> }[];
  };
  readonly inputs: Readonly<Record<string, { default: string }>>;
}

function read(file: string): unknown {
  return parse(readFileSync(join(repositoryRoot, file), "utf8")) as unknown;
}

/** A project in which `npx toolkiln` is the built command. */
function installedProject(): string {
  const cwd = project({
    "package.json": "{}",
    "manifests/hello.tool.yaml": manifest("hello"),
    "tools/hello.ts": "export const tool = undefined;\n",
  });
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(command, join(cwd, "node_modules/.bin/toolkiln"));
  return cwd;
}

function runStep(cwd: string, script: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env: { ...cleanEnvironment(), npm_config_loglevel: "error", ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("the GitHub Action", () => {
  it("annotates what is stale and fails, and is content with what is fresh", () => {
    const { runs, inputs } = read("action.yml") as Action;
    expect(runs.using).toBe("composite");
    expect(runs.steps.every(({ run, shell }) => run === undefined || shell === "bash")).toBe(true);
    expect(Object.keys(inputs)).toContain("working-directory");
    const script = runs.steps.find(({ name }) => name === "toolkiln check")?.run ?? "";
    const cwd = installedProject();
    const env = { GITHUB_ACTIONS: "true", CHECK_ARGUMENTS: "--max-warnings 5" };
    const stale = runStep(cwd, script, env);
    expect(stale.status).toBe(1);
    expect(stale.stdout).toContain("::error file=generated/registry.ts");
    expect(toolkiln(["generate"], { cwd }).code).toBe(0);
    expect(runStep(cwd, script, env)).toMatchObject({ status: 0, stdout: "" });
  });
});

describe("the pre-commit hooks", () => {
  it("run commands that exist on files that concern them", () => {
    const hooks = read(".pre-commit-hooks.yaml") as readonly { id: string; entry: string; files: string }[];
    expect(hooks.map(({ id }) => id)).toEqual(["toolkiln-check", "toolkiln-format"]);
    const [check, format] = hooks;
    expect("manifests/hello.tool.yaml").toMatch(new RegExp(check?.files ?? "$."));
    expect("generated/tools/hello.ts").toMatch(new RegExp(check?.files ?? "$."));
    expect("src/main.ts").not.toMatch(new RegExp(check?.files ?? ""));
    expect("manifests/_defaults.yaml").toMatch(new RegExp(format?.files ?? "$."));
    const cwd = installedProject();
    expect(runStep(cwd, check?.entry ?? "").status).toBe(1);
    expect(runStep(cwd, format?.entry ?? "").status).toBe(0);
    expect(existsSync(join(cwd, "generated"))).toBe(false);
  });
});
