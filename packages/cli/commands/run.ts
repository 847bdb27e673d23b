import {
  causeText,
  didYouMean,
  driftOf,
  notGenerated,
  serveTools,
  workspaceFolder,
  describeDrift,
  loadTool,
  workingFolder,
} from "@toolkiln/project";
import {
  ToolExecutor,
  ToolRegistry,
  type JsonSchemaObject,
  type ToolExecution,
  type ToolSpec,
} from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { CommandError, defineCommand, exitCode, type CommandSetup, type OptionsOf } from "../command.js";
import { noSuchTool } from "../no-such-tool.js";
import { handleInterrupt } from "../interruption.js";
import { divertOutput, print, printJson, log, visible } from "../output.js";
import { commandLineApprover } from "../run/ask-approval.js";
import { findTool, type FoundTool, type ToolSearch } from "../run/find-tool.js";
import { injectFlag, missingInjections } from "../run/missing-injections.js";
import { ProgressLine } from "../run/progress-line.js";
import { readDocument } from "../run/read-document.js";
import {
  flagName,
  locatingFlags,
  readLocation,
  readParameters,
  type ToolArguments,
} from "../run/read-parameters.js";
import { readRisk } from "../run/read-risk.js";
import { describeTool } from "../run/tool-help.js";
import { chooseColor, colorsOf, columnsOf, isAnimated, isInteractive } from "../terminal.js";

const flags = {
  "--params <json>": "parameters as a JSON object, @file or - for standard input",
  "--inject <json>": "values of injected parameters, given in the same way",
  "--workspace <dir>": "the folder that the tool works in (default: the working directory)",
  "--approve": "approve without asking",
  "--max-risk <level>": "the highest risk that --approve covers (default: medium)",
} as const;

type RunOptions = OptionsOf<typeof flags>;

/** `toolkiln run` */
export const setup: CommandSetup = (command) => {
  define(command);
  command.passThroughOptions();
};

const define = defineCommand({
  arguments: [
    ["<id>", "the tool"],
    ["[parameters...]", "its parameters as flags; `run <id> --help` lists them"],
  ],
  options: flags,
  examples: [
    ["run file-read --path README.md --max-bytes 10", "parameters as flags"],
    [`run file-read --params '{"path":"README.md"}'`, "parameters as JSON"],
    ["run file-read --params @call.json --json", "from a file; the result for programs"],
    ["run file-delete --path build --approve --max-risk high", "approved by flag"],
  ],
  runsTools: true,
  run,
});

async function run(before: RunOptions, id: string, words: readonly string[]): Promise<number> {
  const { search, given, spec } = await divertOutput(() => locate(id, words, before));
  const options = withOwnFlags(before, given);
  chooseColor(options.color);
  const { found } = search;
  if (found !== undefined) {
    const { project, registry, handle } = found;
    const drift = describeDrift(await driftOf(project, registry, handle.id), project);
    if (drift !== undefined) log(visible(drift));
  }
  if (given.own.help === true && spec !== undefined) {
    print(describeTool(spec, columnsOf(process.stdout)));
    return exitCode.ok;
  }
  const obstacle =
    found === undefined ? whyMissing(id, search) : await divertOutput(() => whyUnloadable(found));
  if (obstacle !== undefined) {
    // Programs get the document of the call all the same.
    if (options.json !== true) throw obstacle;
    log(visible(obstacle.message));
  }
  if (given.unknown.length > 0 && options.json !== true && spec !== undefined)
    refuseUnknown(given.unknown, spec);
  const inject = injectionsOf(options);
  const served = found && (await divertOutput(() => serveTools(found.project, found.registry)));
  const call = { id, input: inputOf(given, options), inject, spec };
  const execution = await execute(served?.registry ?? new ToolRegistry(), call, options);
  await served?.dispose();
  const code = await finish(execution, options);
  const cause = options.verbose === true && found ? causeText(execution, found.project.root) : "";
  if (cause !== "") log(visible(cause));
  const missing = execution.status === "invalid" && spec !== undefined ? missingInjections(spec, inject) : [];
  if (missing.length > 0) log(`  ${injectFlag(missing)} supplies what the application injects.`);
  return code;
}

function whyMissing(id: string, { ids, isUngenerated }: ToolSearch): CommandError {
  return new CommandError(isUngenerated ? notGenerated(id) : noSuchTool(id, ids));
}

async function whyUnloadable({ handle, project }: FoundTool): Promise<CommandError | undefined> {
  const problem = await loadTool(handle, project);
  return problem && new CommandError(problem.message, exitCode.toolFailed, { cause: problem.cause });
}

interface Located {
  readonly search: ToolSearch;
  readonly given: ToolArguments;
  /** Absent when there is no such tool or its module cannot be loaded: the executor reports why. */
  readonly spec: ToolSpec | undefined;
}

/**
 * Finds the tool and reads its parameters. The meaning of a flag depends on the tool, and some flags locate the tool:
 * they count as the command's first, and as the tool's when the tool that is found has such a parameter.
 */
async function locate(id: string, words: readonly string[], before: RunOptions): Promise<Located> {
  const assumed = readLocation(words);
  const first = await findTool(id, withOwnFlags(before, { own: assumed }));
  const spec = await specOf(first.found);
  const given = readParameters(words, spec?.inputSchema);
  if (locatingFlags.every((flag) => assumed[flag] === given.own[flag])) return { search: first, given, spec };
  const search = await findTool(id, withOwnFlags(before, given));
  return { search, given, spec: (await specOf(search.found)) ?? spec };
}

async function specOf(found: FoundTool | undefined): Promise<ToolSpec | undefined> {
  try {
    return await found?.handle.loadSpec();
  } catch {
    return undefined;
  }
}

function withOwnFlags(before: RunOptions, { own }: Pick<ToolArguments, "own">): RunOptions {
  const { "no-color": noColor, "max-risk": maxRisk, help: _, ...others } = own;
  return {
    ...before,
    ...others,
    ...(maxRisk !== undefined && { maxRisk }),
    ...(noColor === true && { color: false }),
  };
}

function inputOf({ parameters }: ToolArguments, options: RunOptions): Record<string, unknown> {
  if (options.params === undefined) return { ...parameters };
  return { ...readDocument("--params", options.params, workingFolder(options)), ...parameters };
}

function injectionsOf(options: RunOptions): Readonly<Record<string, unknown>> | undefined {
  const { inject } = options;
  return inject === undefined ? undefined : readDocument("--inject", inject, workingFolder(options));
}

function refuseUnknown(unknown: readonly string[], { id, inputSchema }: ToolSpec): void {
  if (inputSchema.additionalProperties !== false) return;
  const known = Object.keys(inputSchema.properties ?? {}).map((name) => `--${flagName(name)}`);
  const lines = unknown.map(
    (flag) =>
      `--${flag} is not a parameter of ${id}.${didYouMean(`--${flag}`, [...known, "--json", "--params"])}`,
  );
  throw new CommandError(`${lines.join("\n")}\n\`toolkiln run ${id} --help\` lists its parameters.`);
}

interface Call {
  readonly id: string;
  readonly input: unknown;
  readonly inject: Readonly<Record<string, unknown>> | undefined;
  readonly spec: ToolSpec | undefined;
}

async function execute(
  registry: ToolRegistry,
  { id, input, inject, spec }: Call,
  options: RunOptions,
): Promise<ToolExecution> {
  const workspacePath = workspaceFolder(options);
  const schema: JsonSchemaObject = spec?.inputSchema ?? {};
  const view = { schema, description: spec?.description ?? "" };
  const executor = new ToolExecutor(registry, {
    paths: new WorkspacePathPolicy(),
    approve: commandLineApprover({
      approveUpTo: options.approve === true ? readRisk(options.maxRisk ?? "medium") : undefined,
      view: isInteractive() ? view : undefined,
    }),
  });
  const progress = new ProgressLine({ animated: isAnimated(), verbose: options.verbose === true });
  const cancellation = new AbortController();
  const release = handleInterrupt(() => {
    log("Cancelling; press Ctrl-C again to end at once.");
    cancellation.abort();
  });
  try {
    return await divertOutput(() =>
      executor.dispatch(id, input, {
        workspacePath,
        signal: cancellation.signal,
        onProgress: (step) => progress.update(step),
        ...(inject !== undefined && { inject }),
      }),
    );
  } finally {
    progress.clear();
    release();
    await executor.dispose();
  }
}

async function finish(execution: ToolExecution, options: RunOptions): Promise<number> {
  const { toolId, executionId, status, durationMs, result, envelope } = execution;
  if (options.json === true) {
    const rounded = { ...result.toJSON(), durationMs: Math.round(result.durationMs) };
    printJson({
      toolId,
      executionId,
      status,
      durationMs: Math.round(durationMs),
      result: rounded,
      envelope,
    });
  } else await show(execution);
  if (result.success) return exitCode.ok;
  if (status === "invalid" || status === "notFound") return exitCode.usage;
  return status === "cancelled" ? exitCode.interrupted : exitCode.toolFailed;
}

/** Shows a result to people; loaded on use, because highlighting and Markdown are not needed for `--json`. */
async function show({ result }: ToolExecution): Promise<void> {
  const { detectTerminal, renderTerminal } = await import("@toolkiln/render/terminal");
  const stream = result.success ? process.stdout : process.stderr;
  const terminal = { ...detectTerminal(stream, process.env), color: colorsOf(stream).isColorSupported };
  (result.success ? print : log)(renderTerminal(result, terminal));
}
