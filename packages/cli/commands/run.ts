import { inspect } from "node:util";
import {
  describeDrift,
  driftOf,
  loadRegistry,
  loadServices,
  notGenerated,
  openProjects,
  workspaceFolder,
  type Project,
} from "@toolkiln/project";
import { ToolExecutor, ToolRegistry, type ToolExecution, type ToolSpec } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { asCommandError, CommandError, defineCommand, exitCode, noSuchTool } from "../command.js";
import { injected, readDocument } from "../flag-values.js";
import { handleInterrupt } from "../interruption.js";
import { chooseOutput, divertOutput, log, present, print, visible } from "../output.js";
import { ProgressLine } from "../run/progress-line.js";
import { parseToolArguments, runFlags, selectsProject, type RunOptions } from "../run/tool-command.js";
import { colorsOf, isInteractive } from "../terminal.js";

export const setup = defineCommand({
  arguments: [
    ["<id>", "the id of the tool"],
    ["[parameters...]", "the tool's parameters as flags; `run <id> --help` lists them"],
  ],
  options: runFlags,
  examples: [
    ["run file-read --path README.md --max-bytes 10", "parameters as flags"],
    [`run file-read --params '{"path":"README.md"}'`, "parameters as JSON"],
    ["run file-read --params @call.json --json", "parameters from a file; the result as JSON"],
    ["run file-delete --path build --approve --max-risk high", "approve without a prompt"],
  ],
  passesOptions: true,
  runsTools: true,
  run,
});

async function run(flagsBeforeId: RunOptions, id: string, words: readonly string[]): Promise<number> {
  const { lookup, given } = await locate(id, words, flagsBeforeId);
  const options: RunOptions = { ...flagsBeforeId, ...given.options };
  chooseOutput(options);
  const found = lookup instanceof CommandError ? undefined : lookup;
  if (found?.drift !== undefined) log(visible(found.drift));
  if (lookup instanceof CommandError) {
    // With --json, continue: the call fails and its result is printed as JSON.
    if (options.json !== true || lookup.exitCode === exitCode.bug) throw lookup;
    log(visible(lookup.message));
  }
  // Read the flags first: a usage error must not start the services.
  const defaults = { workspacePath: workspaceFolder(options), ...injected(options) };
  const document = options.params === undefined ? {} : readDocument("--params", options.params, options);
  const execution = await divertOutput(async () => {
    const services = found && (await (await loadServices(found.project, found.registry)).create());
    try {
      const registry = (found && services?.bindTo(found.registry)) ?? new ToolRegistry();
      return await execute(registry, id, { ...document, ...given.parameters }, options, defaults);
    } finally {
      await services?.dispose();
    }
  });
  const code = await finish(execution);
  const cause = execution.result.success ? undefined : execution.result.error.cause;
  if (options.verbose === true && cause !== undefined) log(visible(inspect(cause)));
  return code;
}

interface FoundTool {
  readonly project: Project;
  readonly registry: ToolRegistry;
  /** Undefined if the contract cannot be loaded: the executor reports why. */
  readonly spec: ToolSpec | undefined;
  /** A warning if its generated code is out of date. */
  readonly drift: string | undefined;
}

/** Finds the tool and parses the words after its id. Flags like `--project` select where to look, unless they are parameters. */
async function locate(id: string, words: readonly string[], flagsBeforeId: RunOptions) {
  const find = (options: RunOptions, isCalled: boolean): Promise<FoundTool | CommandError> =>
    divertOutput(() => findTool(id, { ...flagsBeforeId, ...options }, isCalled));
  const has = (flag: RegExp): boolean => words.some((word) => flag.test(word));
  const here = await find({}, !has(/^(?:-h|--(?:help|project|config|cwd))(?:=|$)/)).catch(asCommandError);
  const { options } = parseToolArguments(words, id, specOf(here), { isSearch: true });
  const lookup = selectsProject(options) ? await find(options, !has(/^(?:-h|--help)$/)) : here;
  return { lookup, given: parseToolArguments(words, id, specOf(lookup)) };
}

function specOf(lookup: FoundTool | CommandError): ToolSpec | undefined {
  return lookup instanceof CommandError ? undefined : lookup.spec;
}

/** Finds a tool in the selected projects; the first match wins. Imports the implementation only for a call. */
async function findTool(
  id: string,
  options: RunOptions,
  isCalled: boolean,
): Promise<FoundTool | CommandError> {
  const ids: string[] = [];
  let isUngenerated = false;
  for (const project of await openProjects(options)) {
    const registry = await loadRegistry(project);
    const handle = registry.getTool(id);
    const drift = await driftOf(project, registry, handle?.id ?? id);
    if (handle !== undefined) {
      // Import only this tool: `loadSpec` would import the contracts of all tools.
      const loading = isCalled ? handle.load() : undefined;
      // Keep a failed import: a second import would throw a different error.
      if (loading !== undefined) handle.load = () => loading;
      const tool = await loading?.catch(() => undefined);
      const spec = tool?.contract.spec ?? (await handle.loadSpec().catch(() => undefined));
      return { project, registry, spec, drift: describeDrift(drift, project) };
    }
    ids.push(...registry.tools.map((tool) => tool.id));
    isUngenerated ||= drift.ungenerated.length > 0;
  }
  return new CommandError(isUngenerated ? notGenerated(id) : noSuchTool(id, ids));
}

async function execute(
  registry: ToolRegistry,
  id: string,
  input: object,
  { approve, maxRisk = "medium" }: RunOptions,
  defaults: object,
) {
  const executor = new ToolExecutor(registry, {
    paths: new WorkspacePathPolicy(),
    approve: async (request, { signal }) => {
      const { risk } = request;
      if (approve === true && compareRisk(risk, maxRisk) <= 0) return { decision: "approve" };
      if (isInteractive())
        // Lazy-loaded, because most calls need no approval.
        return (await import("../run/ask-approval.js")).askApproval(request, registry, signal);
      const reason = `This call is ${risk} risk and needs approval. To approve it here, pass \`--approve --max-risk ${risk}\`.`;
      return { decision: "deny", unattended: true, reason };
    },
  });
  const progress = new ProgressLine();
  const cancellation = new AbortController();
  const release = handleInterrupt(() => {
    log("Cancelling; press Ctrl-C again to exit immediately.");
    cancellation.abort();
  });
  try {
    return await executor.dispatch(id, input, {
      ...defaults,
      signal: cancellation.signal,
      onProgress: (step) => progress.update(step),
    });
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
