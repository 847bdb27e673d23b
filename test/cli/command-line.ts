import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

/** The command as a user starts it. */
export const command: string = join(repositoryRoot, "packages/cli/bin/toolkiln.js");

/** The outcome of a command. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is started. */
export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Runs the built command and waits until it exits. */
export function toolkiln(args: readonly string[], options: StartOptions = {}): CommandOutcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: options.cwd ?? repositoryRoot,
    env: { ...cleanEnvironment(), ...options.env },
    input: options.input ?? "",
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

/** Commands that load code of a project and exit the process. */
const needsProcess = new Set(["run", "test"]);

/**
 * Runs a command in this process, from its sources, which is much faster than starting a process. Commands in
 * `needsProcess` still get a process. For a command that reads standard input, use `toolkiln`.
 */
export async function toolkilnHere(
  args: readonly string[],
  { cwd = repositoryRoot, env = {} }: Omit<StartOptions, "input"> = {},
): Promise<CommandOutcome> {
  if (needsProcess.has(args[0] ?? "")) return toolkiln(args, { cwd, env });
  // Lazy loading, because many tests only start processes.
  const { runCommandLine } = await import("../../packages/cli/run-command-line.js");
  const before = { cwd: process.cwd(), env: process.env };
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      written[stream] += String(chunk);
      return true;
    }),
  );
  process.chdir(cwd);
  process.env = { ...cleanEnvironment(), ...env };
  try {
    await runCommandLine(args);
    return { code: exitCode(), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.env = before.env;
    process.chdir(before.cwd);
    process.exitCode = 0;
  }
}

function exitCode(): number {
  return Number(process.exitCode ?? 0);
}

/** The environment without the variables that change how the command behaves. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { CI: _ci, GITHUB_ACTIONS: _github, NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env;
  return rest;
}

/** Creates a project with these files in a new folder. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = scratchFolder("cli");
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  return folder;
}

/** A valid manifest. */
export function manifest(id: string, more = ""): string {
  return [
    `id: ${id}`,
    "description: Say hello to somebody who is named by the caller.",
    "category: custom",
    "risk: safe",
    "schema:",
    "  properties:",
    "    who: { type: string, description: Whom to greet. }",
    "  required: [who]",
    "result: text",
    more,
  ].join("\n");
}
