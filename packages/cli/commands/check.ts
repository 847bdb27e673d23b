import {
  check,
  nodeHost,
  countChangedLines,
  shortDiff,
  type CheckResult,
  type FileState,
  type ReportedFile,
} from "@toolkiln/generator";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { checkReference } from "../evolution/project-reference.js";
import { exitCode } from "../exit-code.js";
import { judgeDiagnostics } from "../diagnostics/judge-diagnostics.js";
import {
  addReportOptions,
  chooseFormat,
  hasTooManyWarnings,
  printReport,
  readWarningLimit,
  type ReportOptions,
} from "../diagnostics/report-format.js";
import { count, tell, visible } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";
import { countDiagnostics, hasErrors, inProject, reportDiagnostics } from "../report.js";

/** `toolkiln check` */
export function setupCheck(command: Command): void {
  addReportOptions(command);
  addExamples(command, [
    ["check", "for continuous integration: 0 when everything is fresh, 1 when it is not"],
    ["check --format github", "annotations on the lines of a pull request"],
    ["check --json", "the same for programs"],
  ]);
  command.action(() => runWith(command, runCheck));
}

/** Tells whether the bindings are what the manifests ask for. */
async function runCheck(options: ReportOptions): Promise<number> {
  const started = performance.now();
  const format = chooseFormat(options);
  const projects = await openProjects(options);
  const warningLimit = readWarningLimit(options, projects);
  const checks: (CheckResult & { readonly project: Project })[] = [];
  for (const project of projects) {
    const { root, config } = project;
    const { tools, diagnostics, files } = await check({ host: nodeHost(root), config });
    const stale = hasErrors(diagnostics) ? [] : await checkReference(project, options);
    checks.push({
      project,
      tools,
      files,
      diagnostics: judgeDiagnostics([...diagnostics, ...stale], project),
    });
  }
  const diagnostics = checks.flatMap((result) => inProject(result.diagnostics, result.project));
  const tools = checks.reduce((sum, result) => sum + result.tools, 0);
  const files = checks.flatMap(({ project, files: states }) =>
    states.map(({ path, status }) => ({
      path: pathIn(project, path),
      status: publicStatus(status),
    })),
  );
  const durationMs = performance.now() - started;
  printReport(format, { diagnostics, files, tools, durationMs }, () => {
    for (const result of checks) {
      reportDiagnostics(result.diagnostics, result.project, options);
      for (const file of result.files) tellDifference(file, result.project);
    }
    if (hasErrors(diagnostics)) tell(`${countDiagnostics(diagnostics)}.`);
    else if (options.quiet !== true) tell(`${count(tools, "tool")}, generated files are up to date.`);
  });
  const failed = hasTooManyWarnings(diagnostics, warningLimit) || hasErrors(diagnostics);
  return failed ? exitCode.findings : exitCode.ok;
}

/** Programs know two words fewer: what is fresh stays unchanged, and what is foreign is left alone like an edited file. */
function publicStatus(status: FileState["status"]): ReportedFile["status"] {
  if (status === "fresh") return "unchanged";
  return status === "foreign" ? "edited" : status;
}

/** Columns of a difference that a reader takes in. */
const widest = 120;

function tellDifference({ path, status, found, wanted }: FileState, project: Project): void {
  if (status !== "stale" || found === undefined || wanted === undefined) return;
  const lines = path.endsWith(".validator.ts")
    ? [`${count(countChangedLines(found, wanted), "line")} of its validators changed`]
    : shortDiff(found, wanted, Math.max(40, Math.min(columnsOf(process.stderr) - 2, widest)));
  if (lines.length === 0) return;
  const colors = colorsOf(process.stderr);
  const colorOf: Readonly<Record<string, (text: string) => string>> = {
    "-": colors.red,
    "+": colors.green,
    "@": colors.dim,
  };
  tell(pathIn(project, path));
  for (const line of lines) tell((colorOf[line.charAt(0)] ?? String)(visible(`  ${line}`)));
  tell("");
}
