import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { markedProcesses, markerName } from "./marked-processes.js";
import { OutputBuffer } from "./output-buffer.js";

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

/** Time between asking a process to end and ending it. */
const gracePeriodMs = 1000;

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
 * Runs a program without a shell. When its time is up or the call is cancelled, it ends with its whole process group
 * and with what left the group.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessOutcome> {
  const { command, args, cwd, environment = {}, stdin, signal } = options;
  const output = {
    stdout: new OutputBuffer(options.maxOutputBytes),
    stderr: new OutputBuffer(options.maxOutputBytes),
  };
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const mark = randomUUID();
    const child = spawn(command, args, {
      cwd,
      env: { ...harmlessEnvironment(), ...environment, [markerName]: mark },
      stdio: "pipe",
      // A group of its own, so that what the program starts ends with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    let timedOut = false;
    const stop = (): void => void endAll(child, mark);
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, options.timeoutMs);
    signal.addEventListener("abort", stop, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (chunk: Buffer) => {
        output[name].add(chunk);
        options.onOutput?.(chunk.toString("utf8"));
      });
    }
    // A program that does not read its input closes the pipe; that is its right.
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    child.once("error", (error) => {
      release();
      reject(error);
    });
    // A grandchild may hold the pipes open for long after the program has gone.
    child.once("exit", () => setTimeout(() => closePipes(child), gracePeriodMs).unref());
    child.once("close", (exitCode, endedBy) => {
      release();
      const { stdout, stderr } = output;
      const truncated = stdout.truncated || stderr.truncated;
      resolve({
        exitCode,
        signal: endedBy,
        stdout: stdout.text(),
        stderr: stderr.text(),
        truncated,
        timedOut,
      });
    });
  });
}

function closePipes(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}

async function endAll(child: ChildProcess, mark: string): Promise<void> {
  await signalAll(child, mark, "SIGTERM");
  setTimeout(() => {
    void signalAll(child, mark, "SIGKILL").then(() => closePipes(child));
  }, gracePeriodMs);
}

async function signalAll(child: ChildProcess, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined) return;
  if (process.platform === "win32") child.kill(signal);
  else kill(-child.pid, signal);
  for (const id of await markedProcesses(mark)) kill(id, signal);
}

function kill(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It is gone already.
  }
}
