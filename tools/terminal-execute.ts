import { ToolResult, type ToolProgress } from "@toolkiln/runtime";
import {
  terminalExecute,
  type TerminalExecuteData,
  type TerminalExecuteParams,
} from "../generated/tools/terminal-execute.js";
import { runProcess, type ProcessOutcome } from "./support/run-process.js";

/**
 * Variables that make loaders, shells, interpreters, compilers, package managers or git run other code, load other
 * configuration or trust other certificates. They would change the effect of an approved command, and an approver sees only
 * their names. The list cannot be complete.
 */
const unsafeVariables = [
  /^(LD|DYLD|GIT|BASH|NPM_CONFIG|CORECLR|COR|DOTNET|LUA|MALLOC|GCONV|JAVA|JDK_JAVA|_JAVA|OPENSSL)_/,
  /^(CARGO|RUSTUP|PIP|UV|POETRY|GEM|BUNDLE|COMPOSER|YARN|PNPM|COREPACK|GRADLE|MAVEN|TS_NODE|DOCKER)_/,
  /^(PYTHON|PERL5|RUBY)/,
  /^NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE|TLS_REJECT_UNAUTHORIZED)$/,
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_.*|CURL_HOME|GNUPGHOME|KUBECONFIG|AWS_CONFIG_FILE)$/,
  /^(WGETRC|INPUTRC|VIMINIT|EXINIT|SSL_CERT_FILE|SSL_CERT_DIR|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)$/,
  /^(CC|CXX|CPP|AR|LD|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|RUSTC|RUSTDOC|RUSTFLAGS)$/,
  /^GO(FLAGS|ENV|ROOT|PATH|BIN|PROXY|TOOLCHAIN|SUMDB|NOSUMDB|INSECURE)$/,
  /^(PATH|PATHEXT|ENV|IFS|PS4|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|ZDOTDIR|FPATH|COMSPEC)$/,
  /^(EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|SSH_ASKPASS|SUDO_ASKPASS)$/,
  /^(CLASSPATH|PHPRC|PHP_INI_SCAN_DIR|R_PROFILE|R_PROFILE_USER|MAKEFLAGS|GLIBC_TUNABLES|LOCPATH|NLSPATH)$/,
  /^(RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|HOSTALIASES|RES_OPTIONS)$/,
];

export const tool = terminalExecute.implement({
  async run(params, context) {
    const refused = refusedVariable(params.environment ?? {});
    if (refused !== undefined) {
      const message = `The variable ${refused} changes which code runs and cannot be set. Use arguments of the command instead.`;
      return ToolResult.failed(message, "VariableNotAllowed");
    }
    const [program, ...args] = commandOf(params);
    try {
      const outcome = await runProcess({
        command: program,
        args,
        cwd: params.cwd,
        environment: params.environment ?? {},
        stdin: params.stdin,
        timeoutMs: params.timeoutSeconds * 1000,
        maxOutputBytes: params.maxOutputBytes,
        signal: context.signal,
        mayStartChildren: true,
        onOutput: (text) => context.reportProgress(lastLine(text)),
      });
      return toResult(outcome, params);
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

function commandOf({ command, shell }: TerminalExecuteParams): [string, ...string[]] {
  if (shell === undefined) {
    const [program = "", ...args] = command ?? [];
    return [program, ...args];
  }
  return process.platform === "win32" ? ["cmd.exe", "/d", "/s", "/c", shell] : ["/bin/sh", "-c", shell];
}

function toResult(
  outcome: ProcessOutcome,
  { timeoutSeconds }: TerminalExecuteParams,
): ToolResult<TerminalExecuteData> {
  const { exitCode, signal, stdout, stderr, truncated, timedOut } = outcome;
  const data: TerminalExecuteData = {
    exitCode,
    stdout,
    stderr,
    truncated,
    timedOut,
    ...(signal && { signal }),
  };
  if (timedOut)
    return ToolResult.failed(`The command timed out after ${timeoutSeconds} s.`, "CommandFailed", data);
  if (exitCode === 0) return ToolResult.succeeded(data, "The command exited with code 0");
  const how =
    exitCode === null ? `was terminated by ${signal ?? "a signal"}` : `exited with code ${exitCode}`;
  return ToolResult.failed(`The command ${how}.`, "CommandFailed", data);
}

function lastLine(text: string): ToolProgress["message"] {
  return text.trimEnd().split(/\r?\n/).at(-1) ?? "";
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument);
}

/** The first unsafe variable; ignores case, as Windows does. */
function refusedVariable(environment: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(environment).find((name) =>
    unsafeVariables.some((pattern) => pattern.test(name.toUpperCase())),
  );
}
