import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nodeHost } from "@toolkiln/generator";
import {
  bumpOf,
  changeClasses,
  compareVersions,
  formatChange,
  markdownChanges,
  markdownReport,
  readVersion,
  type Change,
  type ChangeReport,
  type CostChange,
  type ToolVersion,
} from "@toolkiln/generator/compare";
import { openProjects, pathIn, workingFolder, type Project } from "@toolkiln/project";
import { defineCommand, exitCode, oneOf } from "../command.js";
import { formats, printReport } from "../diagnostics/report-projects.js";
import { readAgainst } from "../evolution/read-against.js";
import { count, log, note, outputOptions, print } from "../output.js";
import { hasErrors, withProjectPaths, stopAtErrors, textStyle } from "../report.js";

/** `toolkiln breaking`: reports every change of the tools since another version. */
export const setup = defineCommand({
  options: {
    "--against <version>": "required: a git ref, a folder, or a file written by `export --target catalog`",
    "--format <format>": oneOf("the output format", [...formats, "markdown"]),
    "--fail-on <class>": oneOf(
      "exit with 1 on changes of this class or a more severe one (default: breaking)",
      ["breaking", "permission", "model-visible"],
    ),
    "--write-changelog [file]": "write the changes as Markdown (default file: changelog.d/tools.md)",
  },
  examples: [
    ["breaking --against main", "what changed since the branch main, and whom it affects"],
    ["breaking --against v1.2.0 --fail-on permission", "also fail when risk or rules changed"],
    ["breaking --against ../old --format markdown", "a comment for a pull request"],
  ],
  async run(options) {
    const { against = "", failOn = "breaking", format, writeChangelog: name } = options;
    const changes: Change[] = [];
    const costs: CostChange[] = [];
    const texts: string[] = [];
    for (const project of await openProjects(options)) {
      const { root, config } = project;
      const after = await readVersion(nodeHost(root), config, "now");
      stopAtErrors([project, after.diagnostics]);
      const before = await readAgainst(against, project, options);
      const report = await compareVersions(before, after, config, failOn);
      const own = withProjectPaths(report.changes, project);
      const versions = { before: withPaths(before, project), after: withPaths(after, project) };
      changes.push(...own);
      costs.push(...report.costs);
      const shown = own.filter(({ severity }) => outputOptions().quiet !== true || severity !== "hint");
      texts.push(...shown.map((change) => formatChange(change, versions, textStyle())));
    }
    const all = { changes, bump: bumpOf(changes), costs };
    if (format === "markdown") print(markdownReport(all, against).trimEnd());
    else
      await printReport(format, changes, all, () => {
        for (const text of texts) log(`${text}\n`);
        if (outputOptions().quiet !== true || texts.length > 0) log(summary(all, against));
      });
    if (name !== undefined)
      writeChangelog(changes, workingFolder(options), name === true ? "changelog.d/tools.md" : name);
    return hasErrors(changes) ? exitCode.diagnostics : exitCode.ok;
  },
});

/** The name and texts of a version; the keys of the texts are paths as in the report. */
function withPaths({ name, texts }: ToolVersion, project: Project): Pick<ToolVersion, "name" | "texts"> {
  return { name, texts: new Map(Array.from(texts, ([file, text]) => [pathIn(project, file), text])) };
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
  return `${all}   Required version bump: ${bump}.${tokens}`;
}

/** Writes the changes to a release notes file. */
function writeChangelog(changes: readonly Change[], folder: string, name: string): void {
  if (changes.length === 0) return log(`No tool changed, so ${name} is not written.`);
  const file = resolve(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, markdownChanges(changes));
  note(`Wrote the changes to ${name}.`);
}
