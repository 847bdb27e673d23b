import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { formatGithub, nodeHost, sarifLog } from "@toolkiln/generator";
import {
  bumpOf,
  changeClasses,
  compareVersions,
  diagnosticOf,
  formatChange,
  markdownChanges,
  markdownReport,
  readVersion,
  type Change,
  type ChangeClass,
  type ChangeReport,
  type ToolVersion,
} from "@toolkiln/generator/compare";
import { openProjects, pathIn, workingFolder, type Project } from "@toolkiln/project";
import { Option, type Command } from "commander";
import { addExamples, exitCode, type GlobalOptions, runWith } from "../command.js";
import { readAgainst } from "../evolution/read-against.js";
import { count, print, printJson, log } from "../output.js";
import { hasErrors, stopAtErrors, textStyle } from "../report.js";
import { version } from "../version.js";

const formats = ["text", "json", "github", "sarif", "markdown"] as const;

interface BreakingOptions extends GlobalOptions {
  readonly against: string;
  readonly format?: (typeof formats)[number];
  readonly failOn: Exclude<ChangeClass, "safe">;
  readonly writeChangelog?: string | true;
}

/** `toolkiln breaking` */
export function setup(command: Command): void {
  command
    .requiredOption("--against <version>", "a git ref, a folder, or a file of `export --target catalog`")
    .addOption(new Option("--format <format>", "how changes are printed (default: text)").choices(formats))
    .addOption(
      new Option("--fail-on <class>", "exit with 1 from this class of changes on")
        .choices(changeClasses.slice(0, -1))
        .default("breaking"),
    )
    .option("--write-changelog [file]", "write the changes as Markdown (default: changelog.d/tools.md)");
  addExamples(command, [
    ["breaking --against main", "what changed since the branch main, and whom it concerns"],
    ["breaking --against v1.2.0 --fail-on permission", "fail when risk or rules changed, too"],
    ["breaking --against ../old --format markdown", "a comment for a pull request"],
  ]);
  command.action(() => runWith(command, runBreaking));
}

interface Comparison {
  readonly project: Project;
  readonly before: ToolVersion;
  readonly after: ToolVersion;
  readonly report: ChangeReport;
}

/** Reports every change of the tools since another version, and fails when callers break. */
async function runBreaking(options: BreakingOptions): Promise<number> {
  const projects = await openProjects(options);
  const comparisons: Comparison[] = [];
  for (const project of projects) {
    const { config } = project;
    const after = await readVersion(nodeHost(project.root), config, "now");
    if (hasErrors(after.diagnostics))
      return stopAtErrors([{ project, diagnostics: after.diagnostics }], options);
    const before = await readAgainst(options.against, project, options);
    const report = await compareVersions(before, after, config, { failOn: options.failOn });
    comparisons.push({ project, before, after, report });
  }
  printComparisons(comparisons, options);
  if (options.writeChangelog !== undefined) writeChangelog(comparisons, options);
  const changes = comparisons.flatMap(({ report }) => report.changes);
  return changes.some(({ severity }) => severity === "error") ? exitCode.diagnostics : exitCode.ok;
}

function printComparisons(comparisons: readonly Comparison[], options: BreakingOptions): void {
  const all = mergeReports(comparisons);
  const diagnostics = all.changes.map(diagnosticOf);
  const logPeople = (): void => {
    const style = textStyle();
    for (const { report, ...versions } of comparisons)
      for (const change of report.changes) log(`${formatChange(change, versions, style)}\n`);
    if (options.quiet !== true || all.changes.length > 0) log(summary(all, options.against));
  };
  const format = chooseFormat(options);
  switch (format) {
    case "json":
      printJson(all);
      break;
    case "sarif":
      printJson(sarifLog(diagnostics, version));
      break;
    case "github":
      for (const diagnostic of diagnostics) print(formatGithub(diagnostic));
      logPeople();
      break;
    case "markdown":
      print(markdownReport(all, options.against).trimEnd());
      break;
    case "text":
      logPeople();
      break;
    default:
      format satisfies never;
  }
}

function chooseFormat({ format, json }: BreakingOptions): (typeof formats)[number] {
  return format ?? (json === true ? "json" : process.env["GITHUB_ACTIONS"] === "true" ? "github" : "text");
}

/** One report of all projects, with paths that start at the configuration's folder. */
function mergeReports(comparisons: readonly Comparison[]): ChangeReport {
  const place = ({ before, after, ...change }: Change, project: Project): Change => ({
    ...change,
    ...(before && { before: { ...before, file: pathIn(project, before.file) } }),
    ...(after && { after: { ...after, file: pathIn(project, after.file) } }),
  });
  const changes = comparisons.flatMap(({ project, report }) =>
    report.changes.map((change) => place(change, project)),
  );
  const costs = comparisons.flatMap(({ report }) => report.costs);
  return { changes, bump: bumpOf(changes), costs };
}

function summary({ changes, bump, costs }: ChangeReport, against: string): string {
  if (changes.length === 0) return `No tool changed since ${against}.`;
  const amounts = changeClasses.flatMap((name) => {
    const amount = changes.filter((change) => change.class === name).length;
    return amount === 0 ? [] : [`${amount} ${name}`];
  });
  const dearer = costs
    .filter(({ before, after }) => before !== after)
    .map(({ target, before, after, exact }) => `${target} ${exact ? "" : "~"}${before} → ${after}`);
  const tokens = dearer.length === 0 ? "" : `\nTokens of all definitions: ${dearer.join(", ")}.`;
  const all = `${count(changes.length, "change")} since ${against}: ${amounts.join(", ")}.`;
  return `${all}   Smallest version bump: ${bump}.${tokens}`;
}

/** Writes the changes where release notes are collected. */
function writeChangelog(comparisons: readonly Comparison[], options: BreakingOptions): void {
  const { changes } = mergeReports(comparisons);
  const name = options.writeChangelog === true ? "changelog.d/tools.md" : (options.writeChangelog ?? "");
  if (changes.length === 0) return log(`Nothing changed, so ${name} is not written.`);
  const file = resolve(workingFolder(options), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdownChanges({ changes }));
  log(`${name} holds the changes.`);
}
