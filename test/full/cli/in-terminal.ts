import { spawnSync } from "node:child_process";
import { skipLoudly } from "../../support/loud-skip.js";
import { cleanEnvironment, command } from "../../cli/command-line.js";

/**
 * Runs a command in a pseudo-terminal and types each answer when its question appears. Kills a command that still runs
 * after 25 seconds.
 */
const driver = `
import fcntl, json, os, pty, select, signal, struct, sys, termios, time
arguments, answers, columns = json.loads(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(arguments[0], arguments)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40 if columns else 0, columns, 0, 0))
output = b""; seen = 0; waiting = True
deadline = time.time() + 25
while waiting:
    if time.time() > deadline:
        os.kill(pid, signal.SIGKILL)
        break
    ready, _, _ = select.select([terminal], [], [], 0.2)
    if ready:
        try: data = os.read(terminal, 65536)
        except OSError: data = b""
        output += data
        waiting = data != b""
    if answers and answers[0][0].encode() in output[seen:]:
        seen = len(output)
        os.write(terminal, answers.pop(0)[1].encode())
_, status = os.waitpid(pid, 0)
print(json.dumps({"code": os.waitstatus_to_exitcode(status), "output": output.decode("utf8", "replace"), "unasked": answers}))
`;

const missing =
  process.platform === "win32" || spawnSync("python3", ["-c", "import pty"]).status !== 0
    ? "there is no python3 to make a terminal with"
    : undefined;

if (missing !== undefined) skipLoudly("questions in a terminal", missing);

/** Whether commands can be run in a terminal here. */
export const hasTerminal: boolean = missing === undefined;

/** The outcome of a command in a terminal. */
export interface TerminalOutcome {
  readonly code: number;
  /** Everything that the command printed, in order. */
  readonly output: string;
}

/** Runs a command in a terminal; throws if it does not ask one of the questions. */
export function inTerminal(
  cwd: string,
  args: readonly string[],
  answers: readonly (readonly [question: string, keys: string])[],
  columns = 100,
): TerminalOutcome {
  const call = JSON.stringify([process.execPath, command, ...args]);
  const { stdout, stderr } = spawnSync(
    "python3",
    ["-c", driver, call, JSON.stringify(answers), `${columns}`],
    {
      cwd,
      env: { ...cleanEnvironment(), TERM: "xterm" },
      encoding: "utf8",
    },
  );
  if (stdout === "") throw new Error(stderr);
  const { code, output, unasked } = JSON.parse(stdout) as TerminalOutcome & { unasked: string[][] };
  if (unasked.length > 0) throw new Error(`Not asked: ${unasked.flat()[0] ?? ""}\n${output}`);
  return { code, output };
}
