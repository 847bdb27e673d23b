import { check, nodeHost, shortDiff, type FileState } from "@toolkiln/generator";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { count, printJson, tell } from "../output.js";
import { openProjects, type GlobalOptions } from "../project.js";
import { countDiagnostics, hasErrors, inProject, reportDiagnostics } from "../report.js";

/** `toolkiln check` */
export function setupCheck(command: Command): void {
  addExamples(command, [
    ["check", "for continuous integration: 0 when everything is fresh, 1 when it is not"],
    ["check --json", "the same for programs"],
  ]);
  command.action(() => runWith(command, runCheck));
}

/** Tells whether the bindings are what the manifests ask for. */
async function runCheck(options: GlobalOptions): Promise<number> {
  const started = performance.now();
  const checks = [];
  for (const project of await openProjects(options)) {
    const { root, config } = project;
    checks.push({ project, ...(await check({ host: nodeHost(root), config })) });
  }
  const diagnostics = checks.flatMap((result) => inProject(result.diagnostics, result.project));
  const tools = checks.reduce((sum, result) => sum + result.tools, 0);
  if (options.json === true) {
    const files = checks.flatMap(({ project, files }) =>
      files.map(({ path, status }) => ({
        path: project.prefix === "" ? path : `${project.prefix}/${path}`,
        status: publicStatus(status),
      })),
    );
    printJson({ diagnostics, files, tools, durationMs: Math.round(performance.now() - started) });
  } else {
    for (const result of checks) {
      reportDiagnostics(result.diagnostics, result.project);
      for (const file of result.files) tellDifference(file);
    }
    if (hasErrors(diagnostics)) tell(`${countDiagnostics(diagnostics)}.`);
    else if (options.quiet !== true) tell(`${count(tools, "tool")}, everything is fresh.`);
  }
  return hasErrors(diagnostics) ? exitCode.findings : exitCode.ok;
}

/** Programs know two words fewer: what is fresh stays unchanged, and what is foreign is left alone like an edited file. */
function publicStatus(status: FileState["status"]): string {
  if (status === "fresh") return "unchanged";
  return status === "foreign" ? "edited" : status;
}

function tellDifference({ path, status, found, wanted }: FileState): void {
  if (status !== "stale" || found === undefined || wanted === undefined) return;
  tell(path);
  for (const line of shortDiff(found, wanted)) tell(`  ${line}`);
  tell("");
}
