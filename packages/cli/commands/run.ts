import { isDeepStrictEqual } from "node:util";
import {
  causeText,
  describeDrift,
  driftOf,
  loadRegistry,
  loadTool,
  notGenerated,
  openProjects,
  serveTools,
  workspaceFolder,
  type Project,
} from "@toolkiln/project";
import {
  ToolExecutor,
  ToolRegistry,
  type ToolExecution,
  type ToolHandle,
  type ToolSpec,
} from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { CommandError, defineCommand, exitCode, type CommandSetup } from "../command.js";
import { exampleOfInject, injected, missingInjections, readDocument } from "../flag-values.js";
import { noSuchTool } from "../no-such-tool.js";
import { handleInterrupt } from "../interruption.js";
import { chooseOutput, divertOutput, log, present, print, visible } from "../output.js";
import { commandLineApprover } from "../run/ask-approval.js";
import { ProgressLine } from "../run/progress-line.js";
import {
  locationOf,
  parseToolArguments,
  readLocation,
  runFlags,
  type RunOptions,
  type ToolArguments,
} from "../run/tool-command.js";
import { colorsOf, isInteractive } from "../terminal.js";

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
  options: runFlags,
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
  const { search, given } = await locate(id, words, before);
  const { found, spec } = search;
  const options: RunOptions = { ...before, ...given.options };
  chooseOutput(options);
  const obstacle = await divertOutput(() => whyNot(id, search));
  if (obstacle !== undefined) {
    // With --json, print the call's document anyway.
    if (options.json !== true) throw obstacle;
    log(visible(obstacle.message));
  }
  const supplied = injected(options);
  const document = options.params === undefined ? {} : readDocument("--params", options.params, options);
  const served = found && (await divertOutput(() => serveTools(found.project, found.registry)));
  const call = [id, { ...document, ...given.parameters }] as const;
  const execution = await execute(served?.registry ?? new ToolRegistry(), call, options, supplied);
  await served?.dispose();
  const code = await finish(execution);
  const cause = options.verbose === true && found ? causeText(execution, found.project.root) : "";
  if (cause !== "") log(visible(cause));
  const missing = execution.status === "invalid" && spec ? missingInjections(spec, supplied.inject) : [];
  if (missing.length > 0) log(`  ${exampleOfInject(missing)} supplies what the application injects.`);
  return code;
}

/** The result of a tool search. */
interface ToolSearch {
  readonly found:
    | { readonly project: Project; readonly registry: ToolRegistry; readonly handle: ToolHandle }
    | undefined;
  /** Absent if the tool is unknown or its contract cannot be loaded: the executor reports why. */
  readonly spec?: ToolSpec | undefined;
  /** The ids of all searched tools. */
  readonly ids: readonly string[];
  /** Whether the manifest exists but its code is not generated. */
  readonly isUngenerated: boolean;
}

/**
 * Finds the tool and parses the words after its id. Flags such as `--project` locate the tool, but a tool's parameter
 * can have the same name. If the parsed flags differ, searches again.
 */
async function locate(
  id: string,
  words: readonly string[],
  before: RunOptions,
): Promise<{ readonly search: ToolSearch; readonly given: ToolArguments }> {
  const assumed = readLocation(words);
  const first = await searchTool(id, { ...before, ...assumed });
  const given = parseToolArguments(words, id, first.spec);
  const meant = locationOf(given.options);
  // An unknown tool has no known flags.
  if (first.spec === undefined || isDeepStrictEqual(meant, assumed)) return { search: first, given };
  const search = await searchTool(id, { ...before, ...meant });
  return { search, given: parseToolArguments(words, id, search.spec) };
}

/** Finds a tool and logs whether it is out of date. */
async function searchTool(id: string, options: RunOptions): Promise<ToolSearch> {
  const search = await divertOutput(() => findTool(id, options));
  if (search.found === undefined) return search;
  const { project, registry, handle } = search.found;
  const drift = describeDrift(await driftOf(project, registry, handle.id), project);
  if (drift !== undefined) log(visible(drift));
  return search;
}

/** Finds a tool in the selected projects; the first match wins. */
async function findTool(id: string, options: RunOptions): Promise<ToolSearch> {
  const ids: string[] = [];
  let isUngenerated = false;
  for (const project of await openProjects(options)) {
    const registry = await loadRegistry(project);
    const handle = registry.getTool(id);
    if (handle !== undefined) {
      const spec = await handle.loadSpec().catch(() => undefined);
      return { found: { project, registry, handle }, spec, ids, isUngenerated };
    }
    ids.push(...registry.tools.map((tool) => tool.id));
    isUngenerated ||= (await driftOf(project, registry, id)).ungenerated.length > 0;
  }
  return { found: undefined, ids, isUngenerated };
}

/** Why a tool cannot be called: unknown id, or its implementation fails to load. */
async function whyNot(
  id: string,
  { found, ids, isUngenerated }: ToolSearch,
): Promise<CommandError | undefined> {
  if (found === undefined) return new CommandError(isUngenerated ? notGenerated(id) : noSuchTool(id, ids));
  const problem = await loadTool(found.handle, found.project);
  return problem && new CommandError(problem.message, exitCode.toolFailed, { cause: problem.cause });
}

async function execute(
  registry: ToolRegistry,
  [id, input]: readonly [id: string, input: object],
  options: RunOptions,
  supplied: ReturnType<typeof injected>,
): Promise<ToolExecution> {
  const { approve, maxRisk = "medium" } = options;
  const workspacePath = workspaceFolder(options);
  const executor = new ToolExecutor(registry, {
    paths: new WorkspacePathPolicy(),
    approve: commandLineApprover(registry, approve === true ? maxRisk : undefined, isInteractive()),
  });
  const progress = new ProgressLine();
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
        ...supplied,
      }),
    );
  } finally {
    progress.clear();
    release();
    await executor.dispose();
  }
}

async function finish(execution: ToolExecution): Promise<number> {
  const { toolId, executionId, status, durationMs, result, envelope } = execution;
  const rounded = { ...result.toJSON(), durationMs: Math.round(result.durationMs) };
  const call = { toolId, executionId, status, durationMs: Math.round(durationMs) };
  await present({ ...call, result: rounded, envelope }, () => show(execution));
  if (result.success) return exitCode.ok;
  if (status === "invalid" || status === "notFound") return exitCode.usage;
  return status === "cancelled" ? exitCode.interrupted : exitCode.toolFailed;
}

/** Renders a result. Lazy-loaded, because `--json` needs neither highlighting nor Markdown. */
async function show({ result }: ToolExecution): Promise<void> {
  const { detectTerminal, renderTerminal } = await import("@toolkiln/render/terminal");
  const stream = result.success ? process.stdout : process.stderr;
  const terminal = { ...detectTerminal(stream, process.env), color: colorsOf(stream).isColorSupported };
  (result.success ? print : log)(renderTerminal(result, terminal));
}
