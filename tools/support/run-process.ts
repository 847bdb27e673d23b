import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { OutputBuffer } from "./output-buffer.js";
import { markerName, ProcessFamily } from "./process-family.js";

/** The program to run, and its limits. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string | undefined;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Whether the program may start child processes, which are then killed with it and with this process. */
  readonly mayStartChildren?: boolean;
  readonly onOutput?: (text: string) => void;
}

/** The outcome of a process. */
export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

/** Milliseconds in which child processes may exit by themselves after the program. */
const childTimeoutMs = 200;
/** Milliseconds to wait for the output to close after the programs have exited. */
const pipeTimeoutMs = 1000;

/** Environment variables that programs need and that contain no secrets. */
const inheritedVariables = (
  "PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR TERM " +
  "SystemRoot ComSpec PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA"
).split(" ");

/** The part of this process's environment that programs inherit. */
function inheritedEnvironment(): Record<string, string> {
  const entries = inheritedVariables.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Runs a program without a shell. When it exits, times out or is cancelled, its process group and the processes that left the
 * group are ended as well.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessOutcome> {
  options.signal.throwIfAborted();
  const mark = randomUUID();
  const child = start(options, mark);
  const stdout = collect(child.stdout, options);
  const stderr = collect(child.stderr, options);
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, "close");
  // Both promises reject when the program cannot be started.
  closed.catch(() => undefined);
  if (child.pid === undefined)
    return exited.then(() => Promise.reject(new Error("The process did not start.")));
  const { timedOut, exit } = await waitForExit(new ProcessFamily(child.pid, mark), exited, options);
  // A process that was not found may keep the pipes open.
  const giveUp = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, pipeTimeoutMs);
  await closed;
  clearTimeout(giveUp);
  const [exitCode, signal] = exit;
  const truncated = stdout.truncated || stderr.truncated;
  return { exitCode, signal, stdout: stdout.text(), stderr: stderr.text(), truncated, timedOut };
}

function start({ command, args, cwd, environment, stdin }: ProcessOptions, mark: string) {
  const child = spawn(command, args, {
    cwd,
    env: { ...inheritedEnvironment(), ...environment, [markerName]: mark },
    stdio: "pipe",
    // A separate group, so that child processes can be killed too.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  // A program may close its input without reading it.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return child;
}

function collect(stream: Readable, { maxOutputBytes, onOutput }: ProcessOptions): OutputBuffer {
  const buffer = new OutputBuffer(maxOutputBytes);
  stream.on("data", (chunk: Buffer) => {
    buffer.add(chunk);
    onOutput?.(chunk.toString("utf8"));
  });
  return buffer;
}

/** Waits until a program and its child processes have exited; kills them on timeout and cancellation. */
async function waitForExit<Exit>(
  family: ProcessFamily,
  exited: Promise<Exit>,
  { timeoutMs, signal, mayStartChildren = false }: ProcessOptions,
): Promise<{ readonly timedOut: boolean; readonly exit: Exit }> {
  const unwatch = mayStartChildren ? family.watch() : undefined;
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([timeout, signal]);
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending ??= family.end(0);
  };
  stop.addEventListener("abort", end, { once: true });
  try {
    const exit = await exited;
    const timedOut = timeout.aborted;
    if (mayStartChildren) ending ??= family.end(childTimeoutMs);
    await ending;
    return { timedOut, exit };
  } finally {
    stop.removeEventListener("abort", end);
    unwatch?.();
  }
}
