import type { Diagnostic } from "@toolkiln/generator";
import { listTools, type ToolSummary } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import { chooseToolset, openProjects, type Project } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { isError } from "../diagnostics/is-error.js";
import { clipLine } from "../fit-text.js";
import { alignColumns, print, printJson, visible } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { colorsOf, columnsOf } from "../terminal.js";

interface ListOptions extends GlobalOptions {
  readonly toolset?: string;
}

/** `toolkiln list` */
export function setupList(command: Command): void {
  command.option("--toolset <name>", "only the tools of this toolset");
  addExamples(command, [
    ["list", "all tools of the manifests"],
    ["list --toolset read-only", "the tools of a toolset of the configuration"],
    ["list --json", "the same for programs"],
  ]);
  command.action(() => runWith(command, list));
}

/** Lists the tools of the manifests. */
async function list(options: ListOptions): Promise<number> {
  const tools: ToolSummary[] = [];
  const problems: { readonly project: Project; readonly diagnostics: readonly Diagnostic[] }[] = [];
  const projects = await openProjects(options);
  const isChosen = chooseToolset(projects, options.toolset);
  for (const project of projects) {
    const listed = await listTools(nodeHost(project.root), project.config);
    tools.push(...listed.tools.filter((tool) => isChosen(tool, project)));
    const errors = listed.diagnostics.filter(isError);
    if (errors.length > 0) problems.push({ project, diagnostics: errors });
  }
  if (options.json === true) printJson({ tools });
  else {
    const rows = tools.map((tool) => [tool.id, tool.risk, tool.category, tool.kind, tool.name].map(visible));
    const [head = "", ...lines] = alignColumns([["id", "risk", "category", "kind", "name"], ...rows]);
    const columns = columnsOf(process.stdout);
    print(colorsOf(process.stdout).dim(clipLine(head, columns)));
    for (const line of lines) print(clipLine(line, columns));
  }
  if (problems.length === 0) return exitCode.ok;
  const { reportDiagnostics } = await import("../report.js");
  for (const { project, diagnostics } of problems) reportDiagnostics(diagnostics, project, options);
  return exitCode.findings;
}
