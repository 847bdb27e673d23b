import {
  analyze,
  fixManifests,
  formatGithub,
  jsonReport,
  nodeHost,
  sarifLog,
  type Diagnostic,
  type FixResult,
} from "@toolkiln/generator";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { count, print, printJson, tell } from "../output.js";
import { openProjects, type GlobalOptions, type Project } from "../project.js";
import { countDiagnostics, hasErrors, inProject, reportDiagnostics } from "../report.js";
import { version } from "../version.js";

interface LintOptions extends GlobalOptions {
  readonly fix?: boolean;
  readonly format?: string;
  readonly maxWarnings?: string;
}

const formats = ["text", "json", "github", "sarif"] as const;
type Format = (typeof formats)[number];

/** `toolkiln lint` */
export function setupLint(command: Command): void {
  command
    .option("--fix", "mend what needs no judgement")
    .option("--format <format>", `one of ${formats.join(", ")}`)
    .option("--max-warnings <count>", "fail when there are more warnings than this");
  addExamples(command, [
    ["lint", "tell everything that is wrong with the manifests"],
    ["lint --fix", "mend what needs no judgement, and tell the rest"],
    ["lint --format sarif", "for code scanning services"],
    ["lint --max-warnings 0", "warnings fail, too"],
  ]);
  command.action(() => runWith(command, runLint));
}

/** Tells what is wrong with the manifests, and mends what needs no judgement. */
async function runLint(options: LintOptions): Promise<number> {
  const started = performance.now();
  const format = chosenFormat(options);
  const mostWarnings = chosenLimit(options.maxWarnings);
  const results: { readonly project: Project; readonly result: FixResult }[] = [];
  for (const project of await openProjects(options)) {
    const host = nodeHost(project.root);
    const result: FixResult =
      options.fix === true
        ? await fixManifests(host, project.config)
        : { ...(await analyze(host, project.config)), fixed: 0, files: [] };
    results.push({ project, result });
  }
  const diagnostics = results.flatMap(({ project, result }) => inProject(result.diagnostics, project));
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  const tooMany = mostWarnings !== undefined && warnings > mostWarnings;
  const failed = tooMany || hasErrors(diagnostics);
  switch (format) {
    case "json":
      printJson(
        jsonReport({
          diagnostics,
          files: results.flatMap(({ project: { prefix }, result }) =>
            result.files.map((path) => ({
              path: prefix === "" ? path : `${prefix}/${path}`,
              status: "written",
            })),
          ),
          tools: results.reduce((sum, { result }) => sum + result.models.length, 0),
          durationMs: performance.now() - started,
        }),
      );
      break;
    case "sarif":
      printJson(sarifLog(diagnostics, version));
      break;
    case "github":
      for (const diagnostic of diagnostics) print(formatGithub(diagnostic));
      break;
    case "text":
      for (const { project, result } of results) reportDiagnostics(result.diagnostics, project);
      if (options.quiet !== true || failed) tell(summary(results.map(({ result }) => result)));
      if (tooMany) tell(`${count(warnings, "warning")}: --max-warnings allows ${mostWarnings}.`);
      break;
    default:
      format satisfies never;
  }
  return failed ? exitCode.findings : exitCode.ok;
}

function chosenFormat({ json, format = json === true ? "json" : "text" }: LintOptions): Format {
  const known = formats.find((candidate) => candidate === format);
  if (known !== undefined) return known;
  throw new CommandError(`'${format}' is not a format: choose ${formats.join(", ")}.`, exitCode.usage);
}

function chosenLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new CommandError(`--max-warnings takes a number, not '${text}'.`, exitCode.usage);
}

function summary(results: readonly FixResult[]): string {
  const sum = (amount: (result: FixResult) => number): number =>
    results.reduce((total, result) => total + amount(result), 0);
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const fixed = sum((result) => result.fixed);
  const mended = fixed === 0 ? "" : `Mended ${count(fixed, "problem")}. `;
  const all = count(
    sum((result) => result.manifests),
    "manifest",
  );
  if (diagnostics.length === 0) return `${mended}${all}, nothing to say.`;
  const files = sum((result) => new Set(result.diagnostics.map(({ file }) => file)).size);
  return `${mended}${countDiagnostics(diagnostics)} in ${files} of ${all}.   ${nextStep(diagnostics)}`;
}

function nextStep(diagnostics: readonly Diagnostic[]): string {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  if (fixable > 0) return `toolkiln lint --fix mends ${fixable}`;
  const [worst] = diagnostics.toSorted((a, b) => rank(a) - rank(b));
  return `toolkiln explain ${worst?.code ?? ""}`;
}

function rank({ severity }: Diagnostic): number {
  return ["error", "warning", "hint"].indexOf(severity);
}
