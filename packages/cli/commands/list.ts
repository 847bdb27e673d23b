import { listTools, type ToolSummary } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import { chooseToolset, openProjects } from "@toolkiln/project";
import { defineCommand, exitCode } from "../command.js";
import { alignColumns, present, print, visible } from "../output.js";
import { colorsOf } from "../terminal.js";

export const setup = defineCommand({
  options: { "--toolset <name>": "only the tools of this toolset" },
  examples: [
    ["list", "all tools of the manifests"],
    ["list --toolset read-only", "the tools in a configured toolset"],
  ],
  async run(options) {
    const tools: ToolSummary[] = [];
    const problems = [];
    const projects = await openProjects(options);
    const isChosen = chooseToolset(projects, options.toolset);
    for (const project of projects) {
      const listed = await listTools(nodeHost(project.root), project.config);
      tools.push(...listed.tools.filter((tool) => isChosen(tool, project)));
      const errors = listed.diagnostics.filter(({ severity }) => severity === "error");
      if (errors.length > 0) problems.push({ project, errors });
    }
    present({ tools }, () => showTable(tools));
    if (problems.length === 0) return exitCode.ok;
    // Lazy, because it loads the generator.
    const { reportDiagnostics } = await import("../report.js");
    for (const { project, errors } of problems) reportDiagnostics(errors, project);
    return exitCode.diagnostics;
  },
});

function showTable(tools: readonly ToolSummary[]): void {
  const rows = tools.map((tool) => [tool.id, tool.risk, tool.category, tool.kind, tool.name].map(visible));
  const [head = "", ...lines] = alignColumns([["id", "risk", "category", "kind", "name"], ...rows]);
  print(colorsOf(process.stdout).dim(head));
  lines.forEach(print);
}
