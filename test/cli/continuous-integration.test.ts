import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
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
  it("annotates stale files and fails, and passes when all files are up to date", () => {
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

describe("the GitHub Action on a pull request", () => {
  it("fails on a breaking change and writes one comment, which later runs edit", () => {
    const { runs } = read("action.yml") as Action;
    const script = runs.steps.find(({ name }) => name === "toolkiln breaking")?.run ?? "";
    const cwd = installedProject();
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
        cwd,
        encoding: "utf8",
      });
    git("init", "--quiet");
    git("add", "manifests");
    git("commit", "--quiet", "--message", "first");
    writeFileSync(
      join(cwd, "manifests/hello.tool.yaml"),
      manifest("hello").replace("type: string", "const: Ada"),
    );
    // A fake `gh`, which lists the comments or writes one.
    const gh = `#!/bin/sh\necho "$*" >> calls.txt\ncase "$*" in *--jq*) cat id.txt 2>/dev/null;; *POST*) echo 7 > id.txt;; esac\n`;
    writeFileSync(join(cwd, "node_modules/.bin/gh"), gh, { mode: 0o755 });
    const env = {
      BASE: git("rev-parse", "HEAD").trim(),
      BREAKING_ARGUMENTS: "--fail-on breaking",
      COMMENT: "true",
      COMMENTS: "repos/a/b/issues/1/comments",
      ONE_COMMENT: "repos/a/b/issues/comments",
      GITHUB_STEP_SUMMARY: join(cwd, "summary.md"),
      PATH: `${join(cwd, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`,
    };
    const first = runStep(cwd, script, env);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain("::error file=manifests/hello.tool.yaml");
    expect(readFileSync(join(cwd, "summary.md"), "utf8")).toContain("### Breaking for callers");
    runStep(cwd, script, env);
    const calls = readFileSync(join(cwd, "calls.txt"), "utf8")
      .split("\n")
      .filter((call) => !call.includes("--jq"));
    expect(calls.map((call) => call.replace(/ -F.*/, ""))).toEqual([
      "api --silent --method POST repos/a/b/issues/1/comments",
      "api --silent --method PATCH repos/a/b/issues/comments/7",
      "",
    ]);
  });
});

describe("the pre-commit hooks", () => {
  it("run existing commands on the relevant files", () => {
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

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { "runs-on": string; "timeout-minutes": number; steps: readonly WorkflowStep[] }>
  >;
}

type WorkflowStep = { readonly run: string } | { readonly uses: string; readonly with?: object };

describe("the workflow that init writes", () => {
  it.each([
    ["npm", { "package.json": "{}" }, ["npm ci"], "npx"],
    [
      "pnpm",
      { "package.json": "{}", "pnpm-lock.yaml": "" },
      ["corepack enable", "pnpm install --frozen-lockfile"],
      "pnpm exec",
    ],
    [
      "Yarn",
      { "package.json": "{}", "yarn.lock": "" },
      ["corepack enable", "yarn install --immutable"],
      "yarn",
    ],
  ])("checks and tests pull requests with %s, and has read-only permissions", (_, files, install, run) => {
    const cwd = project(files);
    expect(toolkiln(["init", "--yes"], { cwd }).code).toBe(0);
    const file = join(cwd, ".github/workflows/tools.yml");
    const { on, permissions, jobs } = parse(readFileSync(file, "utf8"), { strict: true }) as Workflow;
    expect(Object.keys(on)).toEqual(["push", "pull_request"]);
    expect(permissions).toEqual({ contents: "read" });
    const [job, ...others] = Object.values(jobs);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ "runs-on": "ubuntu-latest", "timeout-minutes": 10 });
    const steps = job?.steps ?? [];
    const uses = steps.flatMap((step) => ("uses" in step ? [step.uses] : []));
    expect(uses).toEqual(["actions/checkout@v4", "actions/setup-node@v4"]);
    expect(steps.flatMap((step) => ("run" in step ? [step.run] : []))).toEqual([
      ...install,
      `${run} toolkiln check`,
      `${run} tsc --noEmit`,
      `${run} toolkiln test`,
    ]);
  });

  it("runs all tests of a new package", () => {
    const cwd = project({});
    expect(toolkiln(["init"], { cwd }).code).toBe(0);
    const workflow = readFileSync(join(cwd, ".github/workflows/tools.yml"), "utf8");
    expect(workflow).toContain("      - run: npm ci\n      - run: npm test\n");
  });
});
