import { ToolResult } from "@toolkiln/runtime";
import {
  terminalExecute,
  type TerminalExecuteData,
  type TerminalExecuteParams,
} from "../generated/tools/terminal-execute.js";
import { runProcess, type ProcessOutcome } from "./support/run-process.js";

export const tool = terminalExecute.implement({
  async run(params, context) {
    const [program = "", ...args] = commandOf(params);
    try {
      const outcome = await runProcess({
        command: program,
        args,
        cwd: params.cwd,
        stdin: params.stdin,
        timeoutMs: params.timeoutSeconds * 1000,
        maxOutputBytes: params.maxOutputBytes,
        signal: context.signal,
        killChildren: true,
        onOutput: (text) => context.reportProgress(text.trimEnd().split(/\r?\n/).at(-1) ?? ""),
      });
      return toResult(outcome, params.timeoutSeconds);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof Error)) throw error;
      const missing = "code" in error && error.code === "ENOENT";
      return missing
        ? ToolResult.failed(`The program '${program}' was not found.`, "NotFound")
        : ToolResult.failed(`'${program}' could not be started.`, "SpawnFailed");
    }
  },
  getExecutionSummary: summarize,
});

/** Options come first, because a long command is truncated at its end. */
function summarize({ command = [], shell, cwd, stdin }: TerminalExecuteParams): string {
  const how = [
    ...(shell === undefined ? [] : ["in a shell"]),
    ...(cwd === "." ? [] : [`in '${cwd}'`]),
    ...(stdin === undefined ? [] : ["with standard input"]),
  ].join(" ");
  const line = shell ?? command.map(quote).join(" ");
  return how === "" ? `Execute ${line}` : `Execute ${how}: ${line}`;
}

function commandOf({ command = [], shell }: TerminalExecuteParams): readonly string[] {
  if (shell === undefined) return command;
  return process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c", shell] : ["/bin/sh", "-c", shell];
}

function toResult(
  { signal, ...output }: ProcessOutcome,
  timeoutSeconds: number,
): ToolResult<TerminalExecuteData> {
  const { exitCode, timedOut } = output;
  const data: TerminalExecuteData = { ...output, ...(signal && { signal }) };
  if (exitCode === 0 && !timedOut) return ToolResult.succeeded(data, "The command exited with code 0");
  let how = exitCode === null ? `was terminated by ${signal ?? "a signal"}` : `exited with code ${exitCode}`;
  if (timedOut) how = `timed out after ${timeoutSeconds} s`;
  return ToolResult.failed(`The command ${how}.`, "CommandFailed", data);
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
