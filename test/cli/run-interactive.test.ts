import { spawn, spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment, command, project, toolkiln } from "./command-line.js";

let cwd: string;

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/slow.tool.yaml": `id: slow
description: Wait until it is cancelled, or for ever when it is stubborn, for tests.
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
export const tool = erase.implement(async ({ what }, context) => {
  for (let step = 1; step <= 8; step++) {
    context.reportProgress("Erasing", step * 12.5);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return { erased: what };
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

describe("Ctrl-C", () => {
  it("cancels the call and ends with 130", async () => {
    const { code, stdout } = await interrupted(["--json"], 1);
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ status: "cancelled" });
  });

  it("pressed twice ends at once, whatever the tool does", async () => {
    const { code, stderr } = await interrupted(["--stubborn"], 2);
    expect(code).toBe(130);
    expect(stderr).toContain("again to end at once");
  });
});

/** Runs a command in a terminal of its own; each answer is typed when its question stands there. */
const driver = `
import os, pty, sys, select, json, time
arguments = json.loads(sys.argv[1]); answers = json.loads(sys.argv[2])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(arguments[0], arguments)
output = b""; seen = 0
deadline = time.time() + 25
while time.time() < deadline:
    ready, _, _ = select.select([terminal], [], [], 0.2)
    if ready:
        try: data = os.read(terminal, 65536)
        except OSError: break
        if not data: break
        output += data
    if answers and answers[0][0].encode() in output[seen:]:
        seen = len(output)
        os.write(terminal, answers.pop(0)[1].encode())
_, status = os.waitpid(pid, 0)
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "output": output.decode("utf8", "replace")}))
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

function inTerminal(args: readonly string[], answers: readonly (readonly [string, string])[]) {
  const call = JSON.stringify([process.execPath, command, ...args]);
  const { stdout, stderr } = spawnSync("python3", ["-c", driver, call, JSON.stringify(answers)], {
    cwd,
    env: { ...cleanEnvironment(), TERM: "xterm" },
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as { code: number; output: string };
}

// A pseudo-terminal needs python3, which not every machine has.
describe.runIf(hasPython)("approval in a terminal", () => {
  const call = ["run", "erase", "--what", "all", "--code", "s3cret"];

  it("shows risk, summary, warnings and parameters, secrets masked, and runs on yes with progress", () => {
    const { code, output } = inTerminal(call, [["Approve?", "y\r"]]);
    expect(output).toContain("high risk");
    expect(output).toContain("Erase 'all'");
    expect(output).toContain("This is everything.");
    expect(output).toContain("••••");
    expect(output).not.toContain("s3cret");
    expect(output).toContain("█");
    expect(output).toMatch(/\d+ s left/);
    expect(code).toBe(0);
  });

  it("denies on no, and asks again after details and nonsense", () => {
    const { code, output } = inTerminal(call, [
      ["Approve?", "d\r"],
      ["Approve?", "what\r"],
      ["Approve?", "n\r"],
    ]);
    expect(output).toContain("# What to erase.");
    expect(output).toContain("Please answer y, n, e or d.");
    expect(output).not.toContain("s3cret");
    expect(code).toBe(5);
  });

  it("lets parameters be edited; what runs is what was edited", () => {
    const { code, output } = inTerminal(call, [
      ["Approve?", "e\r"],
      ["Parameter (", "what\r"],
      ["what (empty", "\u0015less\r"],
      ["Parameter (", "\r"],
      ["Approve?", "y\r"],
    ]);
    expect(output).toContain("less");
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/erased.*less/s);
  });

  it("ends with 130 when the question is interrupted", () => {
    expect(inTerminal(call, [["Approve?", "\u0003"]]).code).toBe(130);
  });

  it("asks nothing under CI", () => {
    const { stderr, code } = toolkiln(call, { cwd, env: { CI: "true" } });
    expect(stderr).toContain("--approve --max-risk high");
    expect(code).toBe(5);
  });
});

describe("control characters in parameters", () => {
  it.runIf(hasPython)("are visible in the question, each parameter in one line", () => {
    const { output } = inTerminal(
      ["run", "erase", "--what", "rm -rf /\rls \u001B[2J\u202E"],
      [["Approve?", "n\r"]],
    );
    expect(output).toContain("\\u{d}ls");
    expect(output).not.toContain("\u001B[2J\u202E");
  });
});
