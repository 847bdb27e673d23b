import { analyze, nodeHost } from "@toolkiln/generator";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { alignColumns, print, printJson, visible } from "../output.js";
import { openProjects, type GlobalOptions } from "../project.js";
import { hasErrors, reportDiagnostics } from "../report.js";
import { colorsOf } from "../terminal.js";

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
  const projects = await openProjects(options);
  const analyses = await Promise.all(
    projects.map(async (project) => ({
      project,
      ...(await analyze(nodeHost(project.root), project.config)),
    })),
  );
  const tools = analyses.flatMap(({ models }) =>
    models.map(({ spec: { id, wireName, name, category, risk, kind, tags = [] } }) => ({
      id,
      wireName,
      name,
      category,
      risk,
      kind,
      tags,
    })),
  );
  if (options.json === true) printJson({ tools });
  else {
    const rows = tools.map((tool) => [tool.id, tool.risk, tool.category, tool.kind, tool.name].map(visible));
    const [head = "", ...lines] = alignColumns([["id", "risk", "category", "kind", "name"], ...rows]);
    print(colorsOf(process.stdout).dim(head));
    for (const line of lines) print(line);
  }
  for (const { project, diagnostics } of analyses) reportDiagnostics(diagnostics, project);
  return analyses.some(({ diagnostics }) => hasErrors(diagnostics)) ? exitCode.findings : exitCode.ok;
}
