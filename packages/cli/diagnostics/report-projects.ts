import { formatGithub, jsonReport, sarifLog, type Diagnostic, type JsonReport } from "@toolkiln/generator";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import { exitCode, oneOf, type OptionsOf, wholeNumber } from "../command.js";
import { count, log, outputOptions, print, printJson } from "../output.js";
import { exitCodeOf, withProjectPaths } from "../report.js";
import { version } from "../version.js";
import { withoutKnown } from "./baseline.js";

export const formats = ["text", "json", "github", "sarif"] as const;

/** Flags of commands that report diagnostics in several formats. */
export const reportFlags = {
  "--format <format>": oneOf("the output format (default: text, or github under GitHub Actions)", formats),
  "--max-warnings <count>": wholeNumber("fail when there are more warnings than this", 0),
} as const;

/** A command's report on a project; paths are relative to the project. */
type ProjectReport = Omit<JsonReport, "durationMs">;

/** A report with its project, without the diagnostics in the baseline. */
export type Reported<Report extends ProjectReport> = Report & { readonly project: Project };

/** Checks all projects and prints one report in the chosen format. Returns the exit code. */
export async function reportProjects<Report extends ProjectReport>(
  options: OptionsOf<typeof reportFlags> & { readonly limitsWarnings?: boolean },
  examine: (project: Project) => Promise<Report>,
  logText: (reports: readonly Reported<Report>[], all: JsonReport) => void | Promise<void>,
): Promise<number> {
  const started = performance.now();
  const projects = await openProjects(options);
  const limit =
    options.maxWarnings ?? projects.find(({ maxWarnings }) => maxWarnings !== undefined)?.maxWarnings;
  const reports: Reported<Report>[] = [];
  for (const project of projects) {
    const report = await examine(project);
    reports.push({ ...report, project, diagnostics: withoutKnown(report.diagnostics, project) });
  }
  const all = { ...joined(reports), durationMs: performance.now() - started };
  const { diagnostics } = all;
  await printReport(options.format, diagnostics, jsonReport(all), () => logText(reports, all));
  const tooMany = options.limitsWarnings !== false && hasTooManyWarnings(diagnostics, limit);
  return exitCodeOf(diagnostics) || (tooMany ? exitCode.diagnostics : exitCode.ok);
}

/** One report of all projects, with paths relative to the configuration's folder. */
function joined(reports: readonly Reported<ProjectReport>[]): ProjectReport {
  const files = reports.flatMap(({ project, files: own }) =>
    own.map(({ path, status }) => ({ path: pathIn(project, path), status })),
  );
  const fixes = reports.flatMap(({ project, fixes: own = [] }) =>
    own.map((fix) => ({ ...fix, file: pathIn(project, fix.file) })),
  );
  return {
    diagnostics: reports.flatMap((report) => withProjectPaths(report.diagnostics, report.project)),
    tools: reports.reduce((sum, report) => sum + report.tools, 0),
    files,
    ...(reports.some((report) => report.fixes !== undefined) && { fixes }),
  };
}

/** Prints a report in the chosen format: JSON, SARIF, text with GitHub annotations, or text. */
export async function printReport(
  format: (typeof formats)[number] | undefined,
  diagnostics: readonly Diagnostic[],
  document: object,
  logText: () => void | Promise<void>,
): Promise<void> {
  const wanted =
    format ??
    (outputOptions().json === true ? "json" : process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text");
  if (wanted === "json") return printJson(document);
  if (wanted === "sarif") return printJson(sarifLog(diagnostics, version));
  if (wanted === "github") for (const diagnostic of diagnostics) print(formatGithub(diagnostic));
  await logText();
}

function hasTooManyWarnings(diagnostics: readonly Diagnostic[], limit: number | undefined): boolean {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (limit === undefined || warnings <= limit) return false;
  log(`${count(warnings, "warning")}, but at most ${limit} ${limit === 1 ? "is" : "are"} allowed.`);
  return true;
}
