import { spawn } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment, command, project, toolkiln } from "../../cli/command-line.js";
import { hasTerminal, inTerminal } from "./in-terminal.js";

let cwd: string;

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/slow.tool.yaml": `id: slow
description: Wait until it is cancelled, or indefinitely when it is stubborn, for tests.
category: custom
risk: safe
schema:
  properties:
    stubborn: { type: boolean, default: false, description: Whether cancelling is ignored. }
result: structured
`,
    "tools/slow.ts": `import { slow } from "../generated/tools/slow.js";
export const tool = slow.implement(async ({ stubborn }, { signal }) => {
  console.error("started");
  if (stubborn) for (;;) await new Promise((resolve) => setTimeout(resolve, 1000));
  await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
  return {};
});`,
    "manifests/erase.tool.yaml": `id: erase
description: Erase what is named by the caller, for tests of the approval prompt.
category: custom
risk: high
executionSummary: "Erase '{what}'"
schema:
  properties:
    what: { type: string, description: What to erase. }
    code: { type: string, description: A secret., x-sensitive: true }
  required: [what]
rules:
  - when: { what: { const: all } }
    warn: { code: everything, parameter: what, message: This is everything. }
result: structured
`,
    "tools/erase.ts": `import { erase } from "../generated/tools/erase.js";
export const tool = erase.implement(async ({ what, code }, context) => {
  for (let step = 1; step <= 8; step++) {
    context.reportProgress("Erasing", step * 12.5);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return { erased: what, codeLength: code?.length };
});`,
  });
  const { code, stderr } = toolkiln(["generate"], { cwd });
  if (code !== 0) throw new Error(stderr);
});

interface Interrupted {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a call, waits for the tool to run and presses Ctrl-C a number of times. */
async function interrupted(args: readonly string[], times: number): Promise<Interrupted> {
  const child = spawn(process.execPath, [command, "run", "slow", ...args], { cwd, env: cleanEnvironment() });
  let [stdout, stderr, sent] = ["", "", 0];
  const press = (): void => {
    if (sent++ >= times) return;
    child.kill("SIGINT");
    setTimeout(press, 300);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    if (sent === 0 && stderr.includes("started")) press();
  });
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { code, stdout, stderr };
}

/** The lines of the output, without escape sequences. */
function plainLines(output: string): string[] {
  // oxlint-disable-next-line no-control-regex
  return output.replaceAll(/\u001B\[[\d;]*[A-Za-z]|\r/g, "").split("\n");
}

describe("Ctrl-C", () => {
  it("cancels the call and exits with 130", async () => {
    const { code, stdout } = await interrupted(["--json"], 1);
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ status: "cancelled" });
  });

  it("pressed twice exits immediately, whatever the tool does", async () => {
    const { code, stderr } = await interrupted(["--stubborn"], 2);
    expect(code).toBe(130);
    expect(stderr).toContain("again to exit immediately");
  });
});

describe.runIf(hasTerminal)("approval in a terminal", () => {
  const call = ["run", "erase", "--what", "all", "--code", "s3cret"];

  it("shows risk, summary, warnings and parameters with secrets masked; on yes, runs with progress", () => {
    const { code, output } = inTerminal(cwd, call, [["Approve?", "y\r"]]);
    expect(output).toContain("high risk");
    expect(output).toContain("Erase 'all'");
    expect(output).toContain("This is everything.");
    expect(output).toContain("••••");
    expect(output).not.toContain("s3cret");
    expect(output).toContain("█");
    expect(output).toMatch(/\d+s remaining/);
    expect(code).toBe(0);
  });

  it.each([60, 40, 24])("keeps risk, names and values legible in %i columns", (columns) => {
    const what = `${"x".repeat(columns)}  │ what  harmless`;
    const { output } = inTerminal(cwd, ["run", "erase", "--what", what], [["Approve?", "n\r"]], columns);
    const asked = plainLines(output.slice(0, output.indexOf("Approve?")));
    expect(asked.filter((line) => line.includes("high risk"))).toHaveLength(1);
    expect(asked.filter((line) => line.length > columns)).toEqual([]);
    // The value cannot imitate a line with a parameter.
    expect(asked.filter((line) => line.startsWith("  │ what"))).toHaveLength(1);
  });

  it("denies on no, and asks again after details or an invalid answer", () => {
    const { code, output } = inTerminal(cwd, call, [
      ["Approve?", "d\r"],
      ["◆", "what\r"],
      ["Please answer", "\u0015n\r"],
    ]);
    expect(output).toContain("Erase what is named by the caller");
    expect(output).toContain("# What to erase.");
    expect(output).toContain("Please answer y, n, e or d.");
    expect(output).not.toContain("s3cret");
    expect(output).toContain("Operation was denied by user");
    expect(code).toBe(5);
  });

  it.each([60, 24])("shows long values in full in the details, in %i columns", (columns) => {
    const what = `${"x".repeat(300)}end`;
    const answers = [
      ["Approve?", "d\r"],
      ["◆", "n\r"],
    ] as const;
    const { output } = inTerminal(cwd, ["run", "erase", "--what", what], answers, columns);
    const lines = plainLines(output);
    expect(lines.filter((line) => line.includes("x") && line.length > columns)).toEqual([]);
    expect(lines.map((line) => line.trim()).join("")).toContain(JSON.stringify(what));
  });

  it("runs with the edited parameters", () => {
    const { code, output } = inTerminal(cwd, call, [
      ["Approve?", "e\r"],
      ["Parameters", "\u0015less\r"],
      ["a JSON object", `\u0015{"what":"less"}\r`],
    ]);
    expect(output).toContain("less");
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/erased.*less/s);
  });

  it("keeps masked and multi-line values that were not edited", () => {
    const { code, output } = inTerminal(
      cwd,
      ["run", "erase", "--what", "a\nb", "--code", "s3cret", "--json"],
      [
        ["Approve?", "e\r"],
        ["Parameters", "\r"],
      ],
    );
    expect(output).not.toContain("s3cret");
    expect(output).toContain(String.raw`"erased": "a\nb"`);
    expect(output).toContain(`"codeLength": 6`);
    expect(code).toBe(0);
  });

  it("ignores keys typed before the question", () => {
    // An empty prompt makes the driver type immediately.
    const { code, output } = inTerminal(cwd, call, [
      ["", "y\ry\ry"],
      ["Approve?", "n\r"],
    ]);
    expect(output).not.toContain("erased");
    expect(code).toBe(5);
  });

  it("exits with 130 when the question is interrupted", () => {
    expect(inTerminal(cwd, call, [["Approve?", "\u0003"]]).code).toBe(130);
  });

  it("asks nothing in CI", () => {
    const { stderr, code } = toolkiln(call, { cwd, env: { CI: "true" } });
    expect(stderr).toContain("needs approval. To approve it here, pass `--approve --max-risk high`");
    expect(stderr).not.toContain("by user");
    expect(code).toBe(5);
  });
});

describe("control characters in parameters", () => {
  it.runIf(hasTerminal)("are visible in the question, one line per parameter", () => {
    const { output } = inTerminal(
      cwd,
      ["run", "erase", "--what", "rm -rf /\rls \u001B[2J\u202E"],
      [["Approve?", "n\r"]],
    );
    expect(output).toContain("\\u{d}ls");
    expect(output).not.toContain("\u001B[2J\u202E");
  });
});
