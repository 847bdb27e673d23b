import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** The variable by which the processes of a call are found again, wherever in the tree of processes they went. */
export const markerName = "TOOLKILN_CALL";

/** Milliseconds that programs get to end by themselves, after being asked to, and after being ended. */
const patience = { alone: 200, asked: 1000, ended: 1000 };

/**
 * Waits for a line. When its input ends without one, the process that started it has gone, however that happened, and
 * it ends the group and the processes with the mark. Arguments: the group, the mark.
 */
const watchdogScript = `read -r line && exit
kill -s KILL -- "-$1"
for file in $(grep -ls "${markerName}=$2" /proc/[0-9]*/environ); do
  id=\${file#/proc/}
  kill -s KILL "\${id%/environ}"
done`;

/** A program, its process group, and the processes that left the group but inherited its mark. */
export class ProcessFamily {
  readonly #leader: number;
  readonly #mark: string;

  constructor(leader: number, mark: string) {
    this.#leader = leader;
    this.#mark = mark;
  }

  /** Makes sure that the family ends when this process does, be it by a signal that nobody can handle; returns what calls it off. */
  watch(): () => void {
    if (process.platform === "win32") return () => undefined;
    const args = ["-c", watchdogScript, "toolkiln-watchdog", String(this.#leader), this.#mark];
    // A group of its own, because Ctrl-C reaches the whole group of this process.
    const watchdog = spawn("/bin/sh", args, {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
    });
    // Where there is no shell, programs end with this process only when it ends in order.
    watchdog.on("error", () => undefined);
    watchdog.stdin.on("error", () => undefined);
    watchdog.unref();
    return () => void watchdog.stdin.end("done\n");
  }

  /** Ends whatever still runs after the program has ended by itself. */
  async endRest(): Promise<void> {
    if (await this.#goneWithin(patience.alone, 0)) this.#endGroup();
    else await this.end();
  }

  /** Asks all to end, and ends those that do not. */
  async end(): Promise<void> {
    this.#signal("SIGTERM");
    if (!(await this.#goneWithin(patience.asked, 0))) await this.#goneWithin(patience.ended, "SIGKILL");
    this.#endGroup();
  }

  /** Sends a signal repeatedly until no process is left or the time is up; 0 only checks which exist. */
  async #goneWithin(milliseconds: number, signal: NodeJS.Signals | 0): Promise<boolean> {
    const until = performance.now() + milliseconds;
    for (let pause = 5; this.#signal(signal); pause *= 2) {
      if (performance.now() >= until) return false;
      await wait(Math.min(pause, until - performance.now()));
    }
    return true;
  }

  /** Sends a signal to all; returns whether there was anybody. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const isGroupThere = kill(process.platform === "win32" ? this.#leader : -this.#leader, signal);
    const marked = markedProcesses(this.#mark).filter((id) => kill(id, signal));
    // A group also consists of processes that have ended without anybody having waited for them; marks show who runs.
    return process.platform === "linux" ? marked.length > 0 : isGroupThere;
  }

  /** Ends those of the group that have lost the mark. */
  #endGroup(): void {
    if (process.platform !== "win32") kill(-this.#leader, "SIGKILL");
  }
}

function kill(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    // It is gone already.
    return false;
  }
}

/**
 * The processes that inherited a mark. A program that starts a session of its own leaves its group and, once its parent
 * has ended, the tree; its environment stays. Only Linux shows that; elsewhere none are found.
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
    // Processes of others and those that have just ended cannot be read.
    return [];
  }
}
