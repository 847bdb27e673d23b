import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { OutputBuffer } from "./output-buffer.js";
import { markerName, ProcessFamily, Watchdog } from "./process-family.js";

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
  /** Whether to kill child processes when the program or this process ends. @default false */
  readonly killChildren?: boolean;
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
/** Milliseconds to wait for the output to close after the program has exited. */
const pipeTimeoutMs = 1000;

/** Environment variables that programs need and that contain no secrets. */
const inheritedVariables = (
  "PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR TERM " +
  "SystemRoot ComSpec PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA"
).split(" ");

/**
 * Runs a program without a shell. When it times out or is cancelled (with `killChildren`, also when it exits), its
 * process group and the processes that left the group are killed as well.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessOutcome> {
  options.signal.throwIfAborted();
  const mark = randomUUID();
  const watchdog = options.killChildren ? new Watchdog(mark) : undefined;
  try {
    const child = start(options, mark);
    if (child.pid !== undefined) watchdog?.watch(child.pid);
    return await outcomeOf(child, options, mark);
  } finally {
    watchdog?.stop();
  }
}

async function outcomeOf(child: ChildProcessWithoutNullStreams, options: ProcessOptions, mark: string) {
  // Rejects when the program cannot be started; it may then have no streams.
  await once(child, "spawn");
  const stdout = collect(child.stdout, options);
  const stderr = collect(child.stderr, options);
  // A program may close its input without reading it.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin);
  if (child.pid === undefined) throw new Error("The process did not start.");
  const closed = once(child, "close");
  const timedOut = await waitForExit(child, new ProcessFamily(child.pid, mark), options);
  // A child process that still runs may keep the pipes open.
  const giveUp = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, pipeTimeoutMs);
  await closed;
  clearTimeout(giveUp);
  const { exitCode, signalCode: signal } = child;
  const truncated = stdout.truncated || stderr.truncated;
  return { exitCode, signal, stdout: stdout.text(), stderr: stderr.text(), truncated, timedOut };
}

function start({ command, args, cwd, environment }: ProcessOptions, mark: string) {
  const inherited = Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]]));
  return spawn(command, args, {
    cwd,
    env: { ...inherited, ...environment, [markerName]: mark },
    stdio: "pipe",
    // A separate group, so that child processes can be killed too.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

function collect(stream: Readable, { maxOutputBytes, onOutput }: ProcessOptions): OutputBuffer {
  const buffer = new OutputBuffer(maxOutputBytes);
  stream.on("data", (chunk: Buffer) => {
    buffer.add(chunk);
    onOutput?.(chunk.toString("utf8"));
  });
  return buffer;
}

/**
 * Waits until a program has exited; kills it and its child processes on timeout and cancellation. With `killChildren`,
 * also ends the children of a program that exited by itself. Returns whether it timed out.
 */
async function waitForExit(
  child: ChildProcess,
  family: ProcessFamily,
  { timeoutMs, signal, killChildren = false }: ProcessOptions,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([timeout, signal]);
  await once(child, "exit", { signal: stop }).catch(() => family.end(0));
  const timedOut = timeout.aborted;
  if (killChildren && !stop.aborted) await family.end(childTimeoutMs);
  return timedOut;
}
