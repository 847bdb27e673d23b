import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { commandTable } from "../../../packages/cli/command-table.js";
import { skipLoudly } from "../../support/loud-skip.js";
import { cleanEnvironment, command, manifest, project, toolkiln } from "../../cli/command-line.js";

const names = Object.keys(commandTable);

/** Arguments with which each command does something; a command without an entry fails the test below. */
const calls: Readonly<Record<string, readonly string[]>> = {
  init: ["init", "--dry-run"],
  new: ["new", "fresh"],
  import: ["import", "definitions", "manifests/hello.tool.yaml"],
  generate: ["generate"],
  check: ["check"],
  format: ["format"],
  lint: ["lint"],
  rename: ["rename", "hello", "greet", "--dry-run"],
  docs: ["docs"],
  breaking: ["breaking", "--against", "manifests"],
  explain: ["explain", "TK2003"],
  list: ["list"],
  show: ["show", "hello"],
  run: ["run", "hello", "--who", "Ada"],
  test: ["test"],
  mcp: ["mcp", "config", "--client", "vscode"],
  playground: ["playground", "--workspace", "nowhere"],
  worker: ["worker"],
  queue: ["queue", "status"],
  doctor: ["doctor"],
  export: ["export", "--target", "openai"],
  cost: ["cost"],
};

const hasFullDevice = existsSync("/dev/full");
if (!hasFullDevice) skipLoudly("an output that cannot be written", "there is no /dev/full");

let cwd: string;

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/hello.tool.yaml": manifest("hello", `tests:\n  - { title: greets, params: { who: Ada } }\n`),
    "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";
export const tool = hello.implement(async ({ who }) => ({ content: "Hello " + who }));`,
  });
  toolkiln(["generate"], { cwd });
});

const colored = "\u001B[";
const stackTrace = /^\s+at .+:\d+:\d+\)?$/m;

describe.each(names)("toolkiln %s", (name) => {
  it("has help with examples", () => {
    const { code, stdout, stderr } = toolkiln([name, "--help"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Usage: toolkiln");
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("--json");
  });

  it("rejects an unknown flag and suggests a similar one", () => {
    const { code, stdout, stderr } = toolkiln([...(calls[name] ?? []), "--jsn"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--json");
    expect(stderr).not.toMatch(stackTrace);
  });

  it("prints only one JSON document with --json, in CI and without a terminal", () => {
    const call = calls[name];
    expect(call, "add the command to the calls above").toBeDefined();
    const { stdout, stderr } = toolkiln([...(call ?? []), "--json"], { cwd, env: { CI: "true" } });
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stdout).not.toContain(colored);
    expect(stderr).not.toMatch(stackTrace);
  });

  it("prints no colours without a terminal, in CI or with NO_COLOR", () => {
    for (const env of [{}, { CI: "true" }, { NO_COLOR: "1", FORCE_COLOR: undefined }]) {
      const { stdout, stderr } = toolkiln(calls[name] ?? [], { cwd, env });
      expect(stdout + stderr).not.toContain(colored);
    }
  });

  it("exits quietly when its output pipe is closed", async () => {
    const child = spawn(process.execPath, [command, ...(calls[name] ?? []), "--json"], {
      cwd,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const stderr: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
    const code = await new Promise((resolve) => child.on("exit", resolve));
    expect(stderr.join("")).not.toContain("EPIPE");
    expect(stderr.join("")).not.toMatch(stackTrace);
    expect([0, 1, 2]).toContain(code);
  });
});

describe("the command itself", () => {
  it("suggests a similar command", () => {
    expect(toolkiln(["lst"])).toMatchObject({ code: 2, stderr: expect.stringContaining("list") as unknown });
  });

  it("reports errors as one JSON document with --json", () => {
    const { code, stdout } = toolkiln(["lst", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { exitCode: 2 } });
  });

  it("shows its help when it is called without a command", () => {
    expect(toolkiln([])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("init") as unknown,
    });
    expect(toolkiln(["--help"])).toMatchObject({ code: 0, stderr: "" });
    expect(toolkiln(["help", "run"]).stdout).toContain("--max-risk");
  });

  it("rejects help for an unknown command and suggests a similar one", () => {
    const { code, stdout, stderr } = toolkiln(["help", "lst"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Did you mean list?");
    expect(toolkiln(["help", "mcp", "config"]).stdout).toContain("[options] [mcp-options...]");
  });

  it("reports a missing command in one line of the JSON document", () => {
    const { code, stdout } = toolkiln(["--json"]);
    const { error } = JSON.parse(stdout) as { error: { message: string; exitCode: number } };
    expect(code).toBe(2);
    expect(error.exitCode).toBe(2);
    expect(error.message).toBe("`toolkiln` needs a command.");
  });

  it.runIf(hasFullDevice)("reports when its output cannot be written", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", '"$0" "$1" list > /dev/full', process.execPath, command],
      {
        cwd,
        env: cleanEnvironment(),
        encoding: "utf8",
      },
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "Cannot write to standard output: no space left on device.\n",
    });
  });

  it("prints whole milliseconds", () => {
    const { stdout } = toolkiln(["run", "hello", "--who", "Ada", "--json"], { cwd });
    const { durationMs, result } = JSON.parse(stdout) as Record<"durationMs", number> &
      Record<"result", { durationMs: number }>;
    expect([durationMs, result.durationMs].every(Number.isInteger)).toBe(true);
  });

  it("accepts its options before and after the command", () => {
    const before = toolkiln(["--json", "--cwd", cwd, "list"]);
    const after = toolkiln(["list", "--json", "--cwd", cwd]);
    expect(before).toEqual(after);
    const { tools } = JSON.parse(before.stdout) as { tools: unknown[] };
    const hello = { id: "hello", wireName: "hello", name: "Hello" };
    expect(tools).toContainEqual({ ...hello, category: "custom", risk: "safe", kind: "text", tags: [] });
  });

  it("reports a folder that does not exist", () => {
    const { code, stderr } = toolkiln(["list", "--cwd", join(cwd, "nowhere")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no folder .*nowhere/);
  });
});
