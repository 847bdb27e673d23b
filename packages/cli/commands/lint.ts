import {
  analyze,
  fixManifests,
  nodeHost,
  type AppliedFix,
  type Diagnostic,
  type FixResult,
} from "@toolkiln/generator";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { writeBaseline } from "../diagnostics/baseline.js";
import { baselineFile, judgeDiagnostics } from "../diagnostics/judge-diagnostics.js";
import {
  addReportOptions,
  chooseFormat,
  hasTooManyWarnings,
  printReport,
  readWarningLimit,
  type ReportOptions,
} from "../diagnostics/report-format.js";
import { count, tell, visible } from "../output.js";
import { countDiagnostics, hasErrors, inProject, reportDiagnostics } from "../report.js";

interface LintOptions extends ReportOptions {
  readonly fix?: boolean;
  readonly updateBaseline?: boolean;
}

/** `toolkiln lint` */
export function setupLint(command: Command): void {
  command
    .option("--fix", "fix what needs no judgement")
    .option("--update-baseline", "take what is found now as known, errors aside");
  addReportOptions(command);
  addExamples(command, [
    ["lint", "report everything that is wrong with the manifests"],
    ["lint --fix", "fix what needs no judgement, and report the rest"],
    ["lint --format sarif", "for code scanning services"],
    ["lint --max-warnings 0", "warnings fail, too"],
  ]);
  command.action(() => runWith(command, runLint));
}

/** Reports what is wrong with the manifests, and fixes what needs no judgement. */
async function runLint(options: LintOptions): Promise<number> {
  const started = performance.now();
  const format = chooseFormat(options);
  const projects = await openProjects(options);
  const warningLimit = readWarningLimit(options, projects);
  const results: { readonly project: Project; readonly result: FixResult }[] = [];
  for (const project of projects) {
    const host = nodeHost(project.root);
    const found: FixResult =
      options.fix === true
        ? await fixManifests(host, project.config)
        : { ...(await analyze(host, project.config)), fixes: [], files: [] };
    if (options.updateBaseline === true) updateBaseline(found.diagnostics, project);
    results.push({
      project,
      result: { ...found, diagnostics: judgeDiagnostics(found.diagnostics, project) },
    });
  }
  const diagnostics = results.flatMap(({ project, result }) => inProject(result.diagnostics, project));
  const files = results.flatMap(({ project, result }) =>
    result.files.map((path) => ({ path: pathIn(project, path), status: "written" as const })),
  );
  const fixes = results.flatMap(({ project, result }) =>
    result.fixes.map((fix) => ({ ...fix, file: pathIn(project, fix.file) })),
  );
  const tools = results.reduce((sum, { result }) => sum + result.models.length, 0);
  const durationMs = performance.now() - started;
  printReport(
    format,
    { diagnostics, files, ...(options.fix === true && { fixes }), tools, durationMs },
    () => {
      if (options.quiet !== true) for (const fix of fixes) tell(describeFix(fix));
      for (const { project, result } of results) reportDiagnostics(result.diagnostics, project, options);
      if (options.quiet !== true || hasErrors(diagnostics))
        tell(summary(results.map(({ result }) => result)));
    },
  );
  const failed = hasTooManyWarnings(diagnostics, warningLimit) || hasErrors(diagnostics);
  return failed ? exitCode.findings : exitCode.ok;
}

function describeFix({ file, line, code, message, title }: AppliedFix): string {
  return visible(`${file}:${line}  ${title}  (${code}: ${message})`);
}

function updateBaseline(diagnostics: readonly Diagnostic[], project: Project): void {
  const file = baselineFile(project);
  if (file === undefined) {
    throw new CommandError("Name the file as `baseline` in the configuration first.");
  }
  const amount = writeBaseline(diagnostics, file);
  tell(`${count(amount, "diagnostic")} taken as known in ${project.baseline}.`);
}

function summary(results: readonly FixResult[]): string {
  const sum = (amount: (result: FixResult) => number): number =>
    results.reduce((total, result) => total + amount(result), 0);
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const fixed = sum((result) => result.fixes.length);
  const done = fixed === 0 ? "" : `Fixed ${count(fixed, "problem")}. `;
  const manifests = sum((result) => result.manifests);
  const all = count(manifests, "manifest");
  if (diagnostics.length === 0) return `${done}${all}, no problems found.`;
  const files = results.flatMap((result) => [...new Set(result.diagnostics.map(({ file }) => file))]);
  const affected = files.filter((file) => file.endsWith(".tool.yaml")).length;
  const others = affected === files.length ? "" : ` and ${count(files.length - affected, "other file")}`;
  const where = manifests === 0 ? "" : ` in ${affected} of ${all}${others}`;
  return `${done}${countDiagnostics(diagnostics)}${where}.   ${nextStep(diagnostics)}`;
}

function nextStep(diagnostics: readonly Diagnostic[]): string {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  if (fixable > 0) return `toolkiln lint --fix fixes ${fixable}`;
  const [worst] = diagnostics.toSorted((a, b) => rank(a) - rank(b));
  return `toolkiln explain ${worst?.code ?? ""}`;
}

function rank({ severity }: Diagnostic): number {
  return ["error", "warning", "hint"].indexOf(severity);
}
