import { formatGithub, jsonReport, sarifLog, type Diagnostic, type JsonReport } from "@toolkiln/generator";
import { openProjects, pathIn, type Project, didYouMeanOneOf } from "@toolkiln/project";
import { CommandError, exitCode, type OptionsOf } from "../command.js";
import { count, print, printJson, log } from "../output.js";
import { exitCodeOf, inProject } from "../report.js";
import { version } from "../version.js";
import { withoutKnown } from "./baseline.js";

const formats = ["text", "json", "github", "sarif"] as const;

/** Flags of commands that report diagnostics in several formats. */
export const reportFlags: Readonly<Record<"--format <format>" | "--max-warnings <count>", string>> = {
  "--format <format>": `${formats.join(", ")} (default: text, or github under GitHub Actions)`,
  "--max-warnings <count>": "fail when there are more warnings than this",
};

/** Options of commands that report diagnostics in several formats. */
export type ReportOptions = OptionsOf<typeof reportFlags>;

/** What a command found in a project; paths are relative to the project. */
type ProjectReport = Omit<JsonReport, "durationMs">;

/** A project with what a command found in it, known diagnostics left out. */
export type Reported<Report extends ProjectReport> = Report & { readonly project: Project };

/** What people read of a run. */
export interface RunSummary {
  /** Of all projects, with paths that start at the configuration's folder. */
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: number;
  readonly durationMs: number;
}

/**
 * Examines all projects and reports everything at once: one document for programs, annotations beside the text for
 * GitHub, else the text alone. Returns the exit code.
 */
export async function reportProjects<Report extends ProjectReport>(
  options: ReportOptions & { readonly limitsWarnings?: boolean },
  examine: (project: Project) => Promise<Report>,
  logPeople: (reports: readonly Reported<Report>[], summary: RunSummary) => void | Promise<void>,
): Promise<number> {
  const started = performance.now();
  const format = chooseFormat(options);
  const projects = await openProjects(options);
  const warningLimit = readWarningLimit(options, projects);
  const reports: Reported<Report>[] = [];
  for (const project of projects) {
    const report = await examine(project);
    reports.push({ ...report, project, diagnostics: withoutKnown(report.diagnostics, project) });
  }
  const diagnostics = reports.flatMap((report) => inProject(report.diagnostics, report.project));
  const tools = reports.reduce((sum, report) => sum + report.tools, 0);
  const durationMs = performance.now() - started;
  if (format === "sarif") printJson(sarifLog(diagnostics, version));
  else if (format === "json") printJson(jsonReport({ ...joined(reports), diagnostics, tools, durationMs }));
  else {
    if (format === "github") for (const diagnostic of diagnostics) print(formatGithub(diagnostic));
    await logPeople(reports, { diagnostics, tools, durationMs });
  }
  const tooMany = options.limitsWarnings !== false && hasTooManyWarnings(diagnostics, warningLimit);
  return exitCodeOf(diagnostics) || (tooMany ? exitCode.diagnostics : exitCode.ok);
}

/** The lists of all projects, with paths that start at the configuration's folder. */
function joined(reports: readonly Reported<ProjectReport>[]): Pick<JsonReport, "files" | "fixes"> {
  const files = reports.flatMap(({ project, files: own }) =>
    own.map(({ path, status }) => ({ path: pathIn(project, path), status })),
  );
  const fixes = reports.flatMap(({ project, fixes: own = [] }) =>
    own.map((fix) => ({ ...fix, file: pathIn(project, fix.file) })),
  );
  return {
    files,
    ...(reports.some((report) => report.fixes !== undefined) && { fixes }),
  };
}

function chooseFormat({ json, format }: ReportOptions): (typeof formats)[number] {
  const wanted =
    format ?? (json === true ? "json" : process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text");
  const known = formats.find((candidate) => candidate === wanted);
  if (known !== undefined) return known;
  throw new CommandError(`Unknown format '${wanted}'.${didYouMeanOneOf(wanted, formats)}`);
}

/** The warnings that the command line or the configuration allows; undefined when it is any number. */
function readWarningLimit({ maxWarnings }: ReportOptions, projects: readonly Project[]): number | undefined {
  if (maxWarnings === undefined)
    return projects.map((project) => project.maxWarnings).find((limit) => limit !== undefined);
  if (/^\d+$/.test(maxWarnings)) return Number(maxWarnings);
  throw new CommandError(`--max-warnings takes a number, not '${maxWarnings}'.`);
}

function hasTooManyWarnings(diagnostics: readonly Diagnostic[], limit: number | undefined): boolean {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (limit === undefined || warnings <= limit) return false;
  log(`${count(warnings, "warning")}, but at most ${limit} ${limit === 1 ? "is" : "are"} allowed.`);
  return true;
}
