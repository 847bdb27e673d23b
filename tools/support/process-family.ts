import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** The environment variable that marks the processes of a call, wherever they are in the process tree. */
export const markerName = "TOOLKILN_CALL";

/** Milliseconds to wait for processes to exit after a signal. */
const gracePeriods = { sigterm: 1000, sigkill: 1000 };

/**
 * Reads a process group, then a line that reports the end of the call. If the input ends without that line, this process has
 * died: the script kills the group, and each marked process with the group that it leads. It searches twice, because a process
 * has no mark while it starts a program. It never kills process 1, which a program can mark in its own /proc: -1 means all.
 */
const watchdogScript = `read -r group
read -r line && exit
[ -n "$group" ] && kill -s KILL -- "-$group"
cd /proc && for pass in 1 2; do
  for file in $(grep -ls "${markerName}=$1" [2-9]*/environ 1?*/environ); do kill -s KILL -- "-\${file%/environ}" "\${file%/environ}"; done
  sleep 1
done`;

/** Kills the processes of a call when this process ends, even by SIGKILL. Start it before the program. */
export class Watchdog {
  readonly #input: Writable | undefined;

  constructor(mark: string) {
    if (process.platform === "win32") return;
    // A separate group, because Ctrl-C signals the whole group of this process.
    const shell = spawn("/bin/sh", ["-c", watchdogScript, "toolkiln-watchdog", mark], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
    });
    // Without a shell there is no watchdog: a program may then outlive this process.
    shell.on("error", () => undefined);
    shell.stdin.on("error", () => undefined);
    shell.unref();
    this.#input = shell.stdin;
  }

  watch(group: number): void {
    this.#input?.write(`${group}\n`);
  }

  stop(): void {
    // Two lines, because the first is read as the group if the program did not start.
    this.#input?.end("\n\n");
  }
}

/** A program, its process group, and the processes that left the group but inherited the mark. */
export class ProcessFamily {
  readonly #leader: number;
  readonly #mark: string;

  constructor(leader: number, mark: string) {
    this.#leader = leader;
    this.#mark = mark;
  }

  /** Waits for all processes to exit, then sends SIGTERM, then SIGKILL to those that remain. */
  async end(waitMs: number): Promise<void> {
    const exited =
      (await this.#haveExitedWithin(waitMs, 0)) ||
      !this.#signal("SIGTERM") ||
      (await this.#haveExitedWithin(gracePeriods.sigterm, 0));
    if (!exited) await this.#haveExitedWithin(gracePeriods.sigkill, "SIGKILL");
    // Kills the rest of the group: processes that no longer have the mark.
    if (process.platform !== "win32") kill(-this.#leader, "SIGKILL");
  }

  /** Sends a signal repeatedly until all processes have exited or the time is up; signal 0 only checks. */
  async #haveExitedWithin(milliseconds: number, signal: NodeJS.Signals | 0): Promise<boolean> {
    const until = performance.now() + milliseconds;
    for (let pause = 5; this.#signal(signal); pause *= 2) {
      if (performance.now() >= until) return false;
      await wait(Math.min(pause, until - performance.now()));
    }
    return true;
  }

  /** Sends a signal to all processes; returns whether any was running. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const groupExists = kill(process.platform === "win32" ? this.#leader : -this.#leader, signal);
    const marked = markedProcesses(this.#mark).filter((id) => kill(id, signal));
    // A group also contains zombies; on Linux the marks show which processes still run.
    return process.platform === "linux" ? marked.length > 0 : groupExists;
  }
}

function kill(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    // The process has exited.
    return false;
  }
}

/**
 * The processes that inherited a mark. A program that starts its own session leaves its group and, once its parent has
 * exited, the tree, but keeps its environment. Only Linux exposes environments; elsewhere the list is empty.
 */
function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => environmentOf(id).includes(`${markerName}=${mark}`)).map(Number);
}

function environmentOf(id: string): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, "latin1").split("\0");
  } catch {
    // Processes of other users and processes that just exited cannot be read.
    return [];
  }
}
