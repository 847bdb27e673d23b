import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  openProjects,
  runManifestTests,
  workingFolder,
  workspaceFolder,
  type Project,
  type TestOutcome,
} from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, type OptionsOf, riskLevel } from "../command.js";
import { noSuchTool } from "../no-such-tool.js";
import { handleInterrupt } from "../interruption.js";
import { junitReport } from "../junit.js";
import { count, divertOutput, printJson, log, visible } from "../output.js";
import { hasErrors, reportDiagnostics } from "../report.js";
import { colorsOf } from "../terminal.js";
import { watchAndRun } from "../watch.js";

const flags = {
  "--max-risk <level>": riskLevel("also run tests of tools up to this risk (default: low)"),
  "--workspace <dir>": "start every test in a fresh copy of this folder",
  "--junit <file>": "write the outcomes as JUnit XML",
  "--watch": "run again whenever something changes",
} as const;

type TestOptions = OptionsOf<typeof flags>;

/** `toolkiln test` */
export const setup = defineCommand({
  arguments: [["[ids...]", "only these tools"]],
  options: flags,
  examples: [
    ["test", "run the `tests:` of all manifests, each in a fresh workspace"],
    ["test file-read --watch", "one tool, again after every change"],
    ["test --junit report.xml", "for CI"],
  ],
  runsTools: true,
  run: test,
});

async function test(options: TestOptions, ids: readonly string[]): Promise<number> {
  const projects = await openProjects(options);
  if (options.watch === true) {
    await watchAndRun(projects, ["manifests", "tools", "out"]);
    return exitCode.interrupted;
  }
  const cancellation = new AbortController();
  const release = handleInterrupt(() => cancellation.abort());
  const started = performance.now();
  const { outcomes, failed, known } = await testProjects(projects, ids, options, cancellation.signal);
  release();
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0 && !failed) {
    throw new CommandError(unknown.map((id) => noSuchTool(id, known)).join("\n"));
  }
  const durationMs = Math.round(performance.now() - started);
  if (options.junit !== undefined) {
    await writeFile(resolve(workingFolder(options), options.junit), junitReport(outcomes));
  }
  logOutcomes(outcomes, durationMs, options);
  if (outcomes.length === 0 && !failed && options.json !== true) {
    const whose = ids.length === 0 ? "in the manifests" : `of ${ids.join(", ")}`;
    log(`There are no tests ${whose}. They stand under \`tests:\` of a manifest.`);
  }
  if (cancellation.signal.aborted) return exitCode.interrupted;
  return failed || outcomes.some(({ status }) => status === "failed") ? exitCode.diagnostics : exitCode.ok;
}

interface TestedProjects {
  readonly outcomes: readonly TestOutcome[];
  /** Whether a manifest has errors. */
  readonly failed: boolean;
  readonly known: readonly string[];
}

async function testProjects(
  projects: readonly Project[],
  ids: readonly string[],
  options: TestOptions,
  signal: AbortSignal,
): Promise<TestedProjects> {
  const settings = {
    ids,
    signal,
    maxRisk: options.maxRisk ?? "low",
    verbose: options.verbose === true,
    ...(options.workspace !== undefined && { template: workspaceFolder(options) }),
  };
  const outcomes: TestOutcome[] = [];
  const known: string[] = [];
  let failed = false;
  for (const project of projects) {
    const run = await divertOutput(() => runManifestTests(project, settings));
    if (run.drift !== undefined) log(visible(run.drift));
    known.push(...run.knownIds);
    outcomes.push(...run.outcomes);
    if (!hasErrors(run.diagnostics)) continue;
    reportDiagnostics(run.diagnostics, project, options);
    failed = true;
  }
  return { outcomes, failed, known };
}

function logOutcomes(outcomes: readonly TestOutcome[], durationMs: number, options: TestOptions): void {
  const amount = (status: TestOutcome["status"]) => outcomes.filter((one) => one.status === status).length;
  const [passed, failed, skipped] = [amount("passed"), amount("failed"), amount("skipped")];
  if (options.json === true) {
    printJson({ tests: outcomes, passed, failed, skipped, durationMs });
    return;
  }
  const colors = colorsOf(process.stderr);
  const marks = { passed: colors.green("✓"), failed: colors.red("✗"), skipped: colors.yellow("-") };
  for (const { tool, title, status, message } of outcomes) {
    if (status === "passed" && options.quiet === true) continue;
    log(`${marks[status]} ${tool}: ${visible(title)}`);
    if (message !== undefined) log(visible(message).replaceAll(/^/gm, "    "));
  }
  if (outcomes.length > 0)
    log(
      `${count(passed, "test")} passed, ${failed} failed, ${skipped} skipped in ${(durationMs / 1000).toFixed(2)} s`,
    );
}
