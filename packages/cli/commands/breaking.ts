import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nodeHost } from "@toolkiln/generator";
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
  type ChangeReport,
  type ToolVersion,
} from "@toolkiln/generator/compare";
import { openProjects, pathIn, workingFolder, type Project } from "@toolkiln/project";
import { defineCommand, exitCode, oneOf, type OptionsOf } from "../command.js";
import { formats, printReport } from "../diagnostics/report-projects.js";
import { readAgainst } from "../evolution/read-against.js";
import { count, print, log } from "../output.js";
import { hasErrors, isError, stopAtErrors, textStyle } from "../report.js";

const flags = {
  "--against <version>": "a git ref, a folder, or a file of `export --target catalog`",
  "--format <format>": oneOf("how changes are printed", [...formats, "markdown"]),
  "--fail-on <class>": oneOf("exit with 1 from this class of changes on (default: breaking)", [
    "breaking",
    "permission",
    "model-visible",
  ]),
  "--write-changelog [file]": "write the changes as Markdown (default: changelog.d/tools.md)",
} as const;

type BreakingOptions = OptionsOf<typeof flags>;

/** `toolkiln breaking` */
export const setup = defineCommand({
  options: flags,
  examples: [
    ["breaking --against main", "what changed since the branch main, and whom it concerns"],
    ["breaking --against v1.2.0 --fail-on permission", "fail when risk or rules changed, too"],
    ["breaking --against ../old --format markdown", "a comment for a pull request"],
  ],
  run: runBreaking,
});

interface Comparison {
  readonly project: Project;
  readonly before: ToolVersion;
  readonly after: ToolVersion;
  readonly report: ChangeReport;
}

/** Reports every change of the tools since another version; fails on breaking changes. */
async function runBreaking(options: BreakingOptions): Promise<number> {
  const { against = "", failOn = "breaking", format } = options;
  const comparisons: Comparison[] = [];
  for (const project of await openProjects(options)) {
    const { root, config } = project;
    const after = await readVersion(nodeHost(root), config, "now");
    if (hasErrors(after.diagnostics))
      return stopAtErrors([{ project, diagnostics: after.diagnostics }], options);
    const before = await readAgainst(against, project, options);
    const report = await compareVersions(before, after, config, { failOn });
    comparisons.push({ project, before, after, report });
  }
  const all = mergeReports(comparisons);
  const diagnostics = all.changes.map(diagnosticOf);
  if (format === "markdown") print(markdownReport(all, against).trimEnd());
  else
    await printReport({ ...options, format }, diagnostics, all, () => {
      for (const { report, ...versions } of comparisons)
        for (const change of report.changes) log(`${formatChange(change, versions, textStyle())}\n`);
      if (options.quiet !== true || all.changes.length > 0) log(summary(all, against));
    });
  if (options.writeChangelog !== undefined) writeChangelog(all, options);
  return diagnostics.some(isError) ? exitCode.diagnostics : exitCode.ok;
}

/** One report of all projects, with paths relative to the configuration's folder. */
function mergeReports(comparisons: readonly Comparison[]): ChangeReport {
  const changes = comparisons.flatMap(({ project, report }) =>
    report.changes.map(({ before, after, ...change }): Change => ({
      ...change,
      ...(before && { before: { ...before, file: pathIn(project, before.file) } }),
      ...(after && { after: { ...after, file: pathIn(project, after.file) } }),
    })),
  );
  return { changes, bump: bumpOf(changes), costs: comparisons.flatMap(({ report }) => report.costs) };
}

function summary({ changes, bump, costs }: ChangeReport, against: string): string {
  if (changes.length === 0) return `No tool changed since ${against}.`;
  const amounts = changeClasses.flatMap((name) => {
    const amount = changes.filter((change) => change.class === name).length;
    return amount === 0 ? [] : [`${amount} ${name}`];
  });
  const changed = costs
    .filter(({ before, after }) => before !== after)
    .map(({ target, before, after, exact }) => `${target} ${exact ? "" : "~"}${before} → ${after}`);
  const tokens = changed.length === 0 ? "" : `\nTokens of all definitions: ${changed.join(", ")}.`;
  const all = `${count(changes.length, "change")} since ${against}: ${amounts.join(", ")}.`;
  return `${all}   Smallest version bump: ${bump}.${tokens}`;
}

/** Writes the changes to a release notes file. */
function writeChangelog({ changes }: ChangeReport, options: BreakingOptions): void {
  const name = options.writeChangelog === true ? "changelog.d/tools.md" : (options.writeChangelog ?? "");
  if (changes.length === 0) return log(`No tool changed, so ${name} is not written.`);
  const file = resolve(workingFolder(options), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdownChanges({ changes }));
  log(`Wrote the changes to ${name}.`);
}
