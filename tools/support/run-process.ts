import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { OutputBuffer } from "./output-buffer.js";
import { markerName, ProcessFamily } from "./process-family.js";

/** What to run and within which limits. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string | undefined;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** The program may leave others running: they are looked for and end with it, and all end with this process. */
  readonly mayStartOthers?: boolean;
  readonly onOutput?: (text: string) => void;
}

/** What a process left behind. */
export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

/** Milliseconds for the output to end after the programs that wrote it. */
const pipePatienceMs = 1000;

/** Variables that programs need and that hold no secrets. */
const passedOn = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TERM",
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** The part of this process's environment that other programs get to see. */
function harmlessEnvironment(): Record<string, string> {
  const entries = passedOn.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Runs a program without a shell. When it ends, its time is up or the call is cancelled, it ends with its whole process
 * group and with what left the group.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessOutcome> {
  options.signal.throwIfAborted();
  const mark = randomUUID();
  const child = start(options, mark);
  const stdout = collect(child.stdout, options);
  const stderr = collect(child.stderr, options);
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, "close");
  // A program that could not be started rejects both.
  closed.catch(() => undefined);
  if (child.pid === undefined) return exited.then(() => Promise.reject(new Error("It was not started.")));
  const { timedOut, exit } = await endInTime(new ProcessFamily(child.pid, mark), exited, options);
  // Whoever still holds the pipes could not be found.
  const giveUp = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, pipePatienceMs);
  await closed;
  clearTimeout(giveUp);
  const [exitCode, signal] = exit;
  const truncated = stdout.truncated || stderr.truncated;
  return { exitCode, signal, stdout: stdout.text(), stderr: stderr.text(), truncated, timedOut };
}

function start({ command, args, cwd, environment, stdin }: ProcessOptions, mark: string) {
  const child = spawn(command, args, {
    cwd,
    env: { ...harmlessEnvironment(), ...environment, [markerName]: mark },
    stdio: "pipe",
    // A group of its own, so that what the program starts ends with it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  // A program that does not read its input closes the pipe; that is its right.
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

/** Waits until a program has exited and everything it started has ended, which it sees to when time is up. */
async function endInTime<Exit>(
  family: ProcessFamily,
  exited: Promise<Exit>,
  { timeoutMs, signal, mayStartOthers = false }: ProcessOptions,
): Promise<{ readonly timedOut: boolean; readonly exit: Exit }> {
  const unwatch = mayStartOthers ? family.watch() : undefined;
  let timedOut = false;
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending ??= family.end();
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    const exit = await exited;
    clearTimeout(timer);
    if (mayStartOthers) ending ??= family.endRest();
    await ending;
    return { timedOut, exit };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    unwatch?.();
  }
}
