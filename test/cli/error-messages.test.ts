import { beforeAll, describe, expect, it } from "vitest";
import { detectTerminal } from "@toolkiln/render/terminal";
import { manifest, project, toolkiln, toolkilnHere } from "./command-line.js";

let cwd: string;

beforeAll(async () => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/hello.tool.yaml": manifest("hello").replace(
      "  required:",
      "    loud: { type: boolean, description: Whether to shout. }\n  required:",
    ),
    "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";
export const tool = hello.implement(async ({ who }) => ({ content: "Hello " + who }));`,
  });
  await toolkilnHere(["generate"], { cwd });
});

describe("an error is reported with a fix", () => {
  it.each([
    [["run"], "`toolkiln run --help` shows how to use it."],
    [["frobnicate"], "Unknown command 'frobnicate'.\n`toolkiln --help` shows how to use it."],
    [["lits"], "Unknown command 'lits'. Did you mean list?"],
    [["list", "--toolst", "x"], "Unknown option '--toolst'. Did you mean one of --tools, --toolset?"],
    [["export"], "Name a target with --target: openai, anthropic,"],
    [["export", "--target", "zzz"], "--target takes one of openai, anthropic,"],
    [["test", "zzz"], "There is no tool `zzz`. `toolkiln list` shows the tools."],
    [["lint", "--max-warnings", "zzz"], "--max-warnings takes a whole number of at least 0, not 'zzz'."],
    [["cost", "--target", "opnai"], "Did you mean `openai`?"],
    [["explain", "unknown-kye"], "Did you mean `unknown-key`?"],
    [["run", "hello", "--who", "Ada", "--loud", "very"], "--loud takes true or false, not 'very'."],
  ])("%j", async (args, fix) => {
    const { code, stdout, stderr } = await toolkilnHere(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(fix);
    const document = JSON.parse((await toolkilnHere([...args, "--json"], { cwd })).stdout) as unknown;
    expect(document).toMatchObject({ error: { exitCode: 2 } });
  });
});

describe("a command with nothing to do", () => {
  it.each([
    [["test", "hello"], "There are no tests of hello."],
    [["format"], "1 manifest, nothing to format."],
    [["export", "--target", "mcp", "--strict"], "mcp has no strict mode: --strict changes nothing."],
  ])("reports it: %j", async (args, words) => {
    const { code, stderr } = await toolkilnHere(args, { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(words);
  });

  it("does not count manifests if there are none", async () => {
    const { code, stderr } = await toolkilnHere(["lint"], { cwd: project({ "package.json": "{}" }) });
    expect(code).toBe(1);
    expect(stderr).toContain("1 error.   toolkiln explain TK1003");
  });
});

describe("toolkiln doctor", () => {
  it("does not report generated code as up to date if manifests have errors", async () => {
    const broken = project({ "manifests/hello.tool.yaml": "id: hello\n" });
    const { stdout } = await toolkilnHere(["doctor", "--json"], { cwd: broken });
    const { checks } = JSON.parse(stdout) as { checks: { subject: string; status: string }[] };
    expect(checks.find(({ subject }) => subject === "freshness")).toMatchObject({ status: "warning" });
  });
});

it("assumes 80 columns if the terminal does not report its width", async () => {
  expect(detectTerminal({ isTTY: true, columns: 0 }, {})).toMatchObject({ width: 80 });
});

it("exits with 70 on a bug, and shows the stack with --verbose", () => {
  const broken = "process.stdout.write=()=>{throw%20new%20TypeError('out%20of%20order')}";
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${broken}` };
  const { code, stdout, stderr } = toolkiln(["explain"], { env });
  expect({ code, stdout }).toEqual({ code: 70, stdout: "" });
  expect(stderr).toBe(
    "This is a bug in toolkiln: out of order\nRun the command again with --verbose to see where it happened.\n",
  );
  expect(toolkiln(["explain", "--verbose"], { env }).stderr).toMatch(/TypeError: out of order\n +at .+/);
});
