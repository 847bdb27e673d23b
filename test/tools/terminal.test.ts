import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { terminalExecute, type TerminalExecuteInput } from "../../generated/tools/terminal-execute.js";
import { repositoryRoot } from "../support/repository.js";
import { codeOf, dataOf, workbench } from "./workbench.js";

const defaults = { cwd: ".", timeoutSeconds: 1, maxOutputBytes: 1000 };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 50 && isAlive(pid); attempt++) await wait(100);
  return !isAlive(pid);
}

/** A program that ignores SIGTERM, with a child that does the same. */
const stubborn = `
const { spawn } = require("node:child_process");
process.on("SIGTERM", () => {});
const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit" });
console.log(process.pid + " " + child.pid);
setInterval(() => {}, 1000);
`;

/** Calls terminal-execute while almost no more files can be opened, and prints the error codes. */
const withoutFiles = `
import { closeSync, openSync } from "node:fs";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";
const approve = () => ({ decision: "approve" });
const executor = new ToolExecutor(registry, { approve, paths: new WorkspacePathPolicy() });
const run = () => executor.execute("terminal-execute", { shell: "true" }, { workspacePath: process.argv[1] });
await run();
const codes = [];
for (const free of [0, 3, 6]) {
  const files = [];
  try {
    for (;;) files.push(openSync("/dev/null"));
  } catch {}
  files.splice(0, free).forEach(closeSync);
  codes.push((await run()).result.error?.code);
  files.forEach(closeSync);
}
console.log(codes.join());
`;

describe("terminal-execute", () => {
  it("ends a program and its children on timeout", async () => {
    using bench = workbench();
    const execution = await bench.run("terminal-execute", {
      command: ["node", "-e", stubborn],
      timeoutSeconds: 1,
    });
    expect(codeOf(execution)).toBe("CommandFailed");
    const { stdout, timedOut } = execution.result.data as { stdout: string; timedOut: boolean };
    expect(timedOut).toBe(true);
    const pids = stdout.trim().split(" ").map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(await gone(pid)).toBe(true);
  });

  it("ends a program and its children when the call is cancelled", async () => {
    using bench = workbench();
    const controller = new AbortController();
    let pids: number[] = [];
    const running = bench.run(
      "terminal-execute",
      { command: ["node", "-e", stubborn] },
      {
        signal: controller.signal,
        onProgress: ({ message }) => {
          pids = message.split(" ").map(Number);
          controller.abort();
        },
      },
    );
    expect((await running).status).toBe("cancelled");
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(await gone(pid)).toBe(true);
  });

  it("keeps the beginning and the end of a long output", async () => {
    using bench = workbench();
    const program = "for (let i = 0; i < 100000; i++) console.log('line ' + i)";
    const data = dataOf(
      await bench.run("terminal-execute", { command: ["node", "-e", program], maxOutputBytes: 2000 }),
    );
    expect(data.truncated).toBe(true);
    expect(data.stdout).toMatch(/^line 0\n/);
    expect(data.stdout).toMatch(/line 99999\n$/);
    expect(data.stdout).toMatch(/bytes omitted/);
    expect(data.stdout.length).toBeLessThan(2100);
  });

  it("passes only a few environment variables to a program", async () => {
    using bench = workbench();
    process.env["KILN_TEST_SECRET"] = "kiln-secret-value";
    const command = ["node", "-e", "console.log(JSON.stringify(process.env))"];
    const data = dataOf(await bench.run("terminal-execute", { command }));
    expect(data.stdout).toContain('"PATH":');
    expect(data.stdout).not.toContain("kiln-secret-value");
  });

  it("feeds standard input and survives a program that does not read it", async () => {
    using bench = workbench();
    const echo = ["node", "-e", "process.stdin.pipe(process.stdout)"];
    expect(dataOf(await bench.run("terminal-execute", { command: echo, stdin: "hello" })).stdout).toBe(
      "hello",
    );
    const deaf = ["node", "-e", "process.exit(0)"];
    expect(
      dataOf(await bench.run("terminal-execute", { command: deaf, stdin: "x".repeat(1_000_000) })).exitCode,
    ).toBe(0);
  });

  it.skipIf(process.platform === "win32")(
    "fails, and the process continues, when too many files are open",
    () => {
      using bench = workbench();
      const command = `ulimit -n 100 && exec "$0" --input-type=module --eval "$1" "$2"`;
      const words = ["-c", command, process.execPath, withoutFiles, bench.root];
      const { stdout, stderr } = spawnSync("sh", words, { cwd: repositoryRoot, encoding: "utf8" });
      expect([stdout, stderr]).toEqual(["SpawnFailed,SpawnFailed,SpawnFailed\n", ""]);
    },
  );

  it.each<[risk: string, input: TerminalExecuteInput]>([
    ["critical", { shell: "\\rm -r x" }],
    ["critical", { shell: `"rm" -r x; 'rm' -r y` }],
    ["critical", { shell: "rm$IFS-r x" }],
    ["critical", { shell: "{rm,-r,x}" }],
    ["critical", { command: ["sh", "-c", "cd x && rm -r y"] }],
    ["critical", { command: ["/usr/bin/env", "rm", "-r", "x"] }],
    ["critical", { command: ["bash"], stdin: "rm -r x" }],
    ["critical", { command: ["rm.exe", "x"] }],
    ["high", { command: ["git", "commit", "-m", "explain rm in the readme"] }],
    ["high", { shell: "docker run --rm image && npm run rm-cache && npm run clean:rm" }],
    ["high", { command: ["sh", "-c", "npm test"] }],
  ])("is of %s risk: %o", async (risk, input) => {
    const found = (await terminalExecute.matchRules({ ...defaults, ...input })).map((rule) => rule.risk);
    expect(found.includes("critical") ? "critical" : "high").toBe(risk);
  });

  it("accepts either a command or a shell command line", async () => {
    using bench = workbench();
    expect(dataOf(await bench.run("terminal-execute", { shell: "echo $((1+1))" })).stdout).toBe("2\n");
    expect((await bench.run("terminal-execute", { command: ["ls"], shell: "ls" })).status).toBe("invalid");
    expect(codeOf(await bench.run("terminal-execute", { command: ["no-such-program-kiln"] }))).toBe(
      "NotFound",
    );
  });
});
