import { listTools, type ToolSummary } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { clipLine } from "../fit-text.js";
import { alignColumns, print, printJson, visible } from "../output.js";
import { openProjects, type GlobalOptions, type Project } from "../project.js";
import { colorsOf, columnsOf } from "../terminal.js";

/** `toolkiln list` */
export function setupList(command: Command): void {
  addExamples(command, [
    ["list", "all tools of the manifests"],
    ["list --json", "the same for programs"],
  ]);
  command.action(() => runWith(command, list));
}

/** Lists the tools of the manifests. */
async function list(options: GlobalOptions): Promise<number> {
  const tools: ToolSummary[] = [];
  const problems: (() => void)[] = [];
  let failed = false;
  for (const project of await openProjects(options)) {
    const listed = await listTools(nodeHost(project.root), project.config);
    if (listed !== undefined) tools.push(...listed);
    else {
      const analysis = await analyzeProject(project);
      tools.push(...analysis.tools);
      problems.push(analysis.report);
      failed ||= analysis.failed;
    }
  }
  if (options.json === true) printJson({ tools });
  else {
    const rows = tools.map((tool) => [tool.id, tool.risk, tool.category, tool.kind, tool.name].map(visible));
    const [head = "", ...lines] = alignColumns([["id", "risk", "category", "kind", "name"], ...rows]);
    const columns = columnsOf(process.stdout);
    print(colorsOf(process.stdout).dim(clipLine(head, columns)));
    for (const line of lines) print(clipLine(line, columns));
  }
  for (const report of problems) report();
  return failed ? exitCode.findings : exitCode.ok;
}

interface AnalyzedProject {
  readonly tools: readonly ToolSummary[];
  readonly failed: boolean;
  readonly report: () => void;
}

/** A manifest is not in order: the tools that are, and what is wrong with the others. */
async function analyzeProject(project: Project): Promise<AnalyzedProject> {
  const { analyze } = await import("@toolkiln/generator");
  const { isError } = await import("../findings/is-error.js");
  const { reportDiagnostics } = await import("../report.js");
  const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
  const tools = models.map(({ spec: { id, wireName, name, category, risk, kind, tags = [] } }) => ({
    id,
    wireName,
    name,
    category,
    risk,
    kind,
    tags,
  }));
  const errors = diagnostics.filter(isError);
  return { tools, failed: errors.length > 0, report: () => reportDiagnostics(errors, project) };
}
