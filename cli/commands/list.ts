import { analyze, nodeHost } from "@toolkiln/generator";
import { exitCode } from "../exit-code.js";
import { print, printJson } from "../output.js";
import { openProject, type GlobalOptions } from "../project.js";
import { reportDiagnostics } from "../report.js";

/** Lists the tools of the manifests. */
export async function listCommand(options: GlobalOptions): Promise<number> {
  const project = openProject(options);
  const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
  const tools = models.map(({ spec }) => {
    const { id, wireName, name, category, risk, kind, tags = [] } = spec;
    return { id, wireName, name, category, risk, kind, tags };
  });
  if (options.json === true) printJson({ tools });
  else {
    const rows = [
      ["id", "risk", "category", "kind", "name"],
      ...tools.map((tool) => [tool.id, tool.risk, tool.category, tool.kind, tool.name]),
    ];
    for (const line of alignColumns(rows)) print(line);
  }
  reportDiagnostics(diagnostics, project);
  return diagnostics.some(({ severity }) => severity === "error") ? exitCode.findings : exitCode.ok;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("   ")
      .trimEnd(),
  );
}
