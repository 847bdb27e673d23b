import { formatGithub, jsonReport, sarifLog, type JsonReport } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { didYouMeanOneOf } from "../did-you-mean.js";
import { count, print, printJson, tell } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { version } from "../version.js";

const formats = ["text", "json", "github", "sarif"] as const;

/** A form that diagnostics are reported in. */
export type ReportFormat = (typeof formats)[number];

/** Options of commands that report diagnostics. */
export interface ReportOptions extends GlobalOptions {
  readonly format?: string;
  readonly maxWarnings?: string;
}

/** Declares the options of commands that report diagnostics. */
export function addReportOptions(command: Command): Command {
  return command
    .option("--format <format>", `${formats.join(", ")} (default: text, or github under GitHub Actions)`)
    .option("--max-warnings <count>", "fail when there are more warnings than this");
}

/** The form that the command line asks for. */
export function chooseFormat({ json, format }: ReportOptions): ReportFormat {
  const wanted =
    format ?? (json === true ? "json" : process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text");
  const known = formats.find((candidate) => candidate === wanted);
  if (known !== undefined) return known;
  throw new CommandError(`'${wanted}' is not a format.${didYouMeanOneOf(wanted, formats)}`);
}

/** Prints a report: one document for programs, annotations beside the text for GitHub, else the text alone. */
export function printReport(format: ReportFormat, report: JsonReport, tellPeople: () => void): void {
  switch (format) {
    case "json":
      printJson(jsonReport(report));
      break;
    case "sarif":
      printJson(sarifLog(report.diagnostics, version));
      break;
    case "github":
      for (const diagnostic of report.diagnostics) print(formatGithub(diagnostic));
      tellPeople();
      break;
    case "text":
      tellPeople();
      break;
    default:
      format satisfies never;
  }
}

/** The warnings that the command line or the configuration allows; undefined when it is any number. */
export function readWarningLimit(
  { maxWarnings }: ReportOptions,
  projects: readonly Project[],
): number | undefined {
  if (maxWarnings === undefined)
    return projects.map((project) => project.maxWarnings).find((limit) => limit !== undefined);
  if (/^\d+$/.test(maxWarnings)) return Number(maxWarnings);
  throw new CommandError(`--max-warnings takes a number, not '${maxWarnings}'.`);
}

/** Whether there are more warnings than are allowed; says so when there are. */
export function hasTooManyWarnings(
  diagnostics: JsonReport["diagnostics"],
  limit: number | undefined,
): boolean {
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  if (limit === undefined || warnings <= limit) return false;
  tell(`${count(warnings, "warning")}, and at most ${limit} ${limit === 1 ? "is" : "are"} allowed.`);
  return true;
}
