import { resolve } from "node:path";
import { isRiskLevel, ToolExecutor, type RiskLevel } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { commandLineApprover } from "../ask-approval.js";
import { CommandError } from "../command-error.js";
import { exitCode } from "../exit-code.js";
import { loadRegistry } from "../load-registry.js";
import { print, printJson, tell } from "../output.js";
import { readParameters } from "../parameters.js";
import { openProject, type GlobalOptions } from "../project.js";
import { showExecution } from "../show-result.js";

/** Options of `toolkiln run`. */
export interface RunCommandOptions extends GlobalOptions {
  readonly params?: string;
  readonly workspace?: string;
  readonly approve?: boolean;
  readonly maxRisk?: string;
}

/** Runs one tool with parameters from the command line. */
export async function runCommand(
  id: string,
  flags: readonly string[],
  options: RunCommandOptions,
): Promise<number> {
  const project = openProject(options);
  const registry = await loadRegistry(project);
  const handle = registry.getTool(id);
  if (handle === undefined)
    throw new CommandError(`There is no tool '${id}'. See \`toolkiln list\`.`, exitCode.usage);
  const { contract } = await handle.load();
  const input = readParameters(contract.spec.inputSchema, flags, options.params);
  const executor = new ToolExecutor(registry, {
    paths: new WorkspacePathPolicy(),
    approve: commandLineApprover({
      approveUpTo: options.approve === true ? maxRisk(options.maxRisk) : undefined,
      interactive: process.stdin.isTTY && process.env["CI"] === undefined,
    }),
  });
  const execution = await executor.dispatch(id, input, {
    workspacePath: resolve(project.root, options.workspace ?? "."),
  });
  await executor.dispose();
  if (options.json === true) printJson(execution);
  else (execution.result.success ? print : tell)(showExecution(execution));
  if (execution.status === "invalid") return exitCode.usage;
  return execution.result.success ? exitCode.ok : exitCode.toolFailed;
}

function maxRisk(level: string = "medium"): RiskLevel {
  if (isRiskLevel(level)) return level;
  throw new CommandError(`'${level}' is not a risk level.`, exitCode.usage);
}
