import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  openProjects,
  runManifestTests,
  workingFolder,
  workspaceFolder,
  type TestOutcome,
} from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, noSuchTool, riskLevel } from "../command.js";
import { handleInterrupt } from "../interruption.js";
import { countOutcomes, junitReport } from "../junit.js";
import { count, divertOutput, log, note, present, visible } from "../output.js";
import { hasErrors, reportDiagnostics } from "../report.js";
import { colorsOf } from "../terminal.js";
import { watchAndRun } from "../watch.js";

export const setup = defineCommand({
  arguments: [["[ids...]", "only these tools"]],
  options: {
    "--max-risk <level>": riskLevel("skip tests above this risk unless `hermetic: true` (default: low)"),
    "--workspace <dir>": "start every test in a fresh copy of this folder",
    "--junit <file>": "write the outcomes as JUnit XML",
    "--watch": "run again whenever something changes",
  },
  examples: [
    ["test", "run the `tests:` of all manifests, each in a fresh workspace"],
    ["test file-read --watch", "one tool, again after every change"],
    ["test --junit report.xml", "for CI"],
  ],
  runsTools: true,
  async run(options, ids) {
    const projects = await openProjects(options);
    if (options.watch === true) {
      await watchAndRun(projects, ["manifests", "tools", "out"]);
      return exitCode.interrupted;
    }
    const cancellation = new AbortController();
    const release = handleInterrupt(() => cancellation.abort());
    const started = performance.now();
    const settings = {
      ids,
      signal: cancellation.signal,
      maxRisk: options.maxRisk ?? "low",
      verbose: options.verbose === true,
      ...(options.workspace !== undefined && { template: workspaceFolder(options) }),
    };
    const outcomes: TestOutcome[] = [];
    const known: string[] = [];
    let isBroken = false;
    for (const project of projects) {
      const run = await divertOutput(() => runManifestTests(project, settings));
      if (run.drift !== undefined) log(visible(run.drift));
      known.push(...run.knownIds);
      outcomes.push(...run.outcomes);
      if (!hasErrors(run.diagnostics)) continue;
      reportDiagnostics(run.diagnostics, project);
      isBroken = true;
    }
    release();
    const unknown = ids.filter((id) => !known.includes(id));
    if (unknown.length > 0 && !isBroken)
      throw new CommandError(unknown.map((id) => noSuchTool(id, known)).join("\n"));
    const durationMs = Math.round(performance.now() - started);
    if (options.junit !== undefined)
      await writeFile(resolve(workingFolder(options), options.junit), junitReport(outcomes));
    const counts = countOutcomes(outcomes);
    present({ tests: outcomes, ...counts, durationMs }, () => {
      outcomes.forEach(logOutcome);
      const { passed, failed, skipped } = counts;
      const seconds = (durationMs / 1000).toFixed(2);
      const whose = ids.length === 0 ? "in the manifests" : `of ${ids.join(", ")}`;
      if (outcomes.length > 0)
        log(`${count(passed, "test")} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`);
      else if (!isBroken) log(`There are no tests ${whose}. Write them under \`tests:\` in a manifest.`);
    });
    if (cancellation.signal.aborted) return exitCode.interrupted;
    return isBroken || counts.failed > 0 ? exitCode.diagnostics : exitCode.ok;
  },
});

function logOutcome({ tool, title, status, message }: TestOutcome): void {
  const colors = colorsOf(process.stderr);
  const marks = { passed: colors.green("✓"), failed: colors.red("✗"), skipped: colors.yellow("-") };
  (status === "passed" ? note : log)(`${marks[status]} ${tool}: ${visible(title)}`);
  if (message !== undefined) log(visible(message).replaceAll(/^/gm, "    "));
}
