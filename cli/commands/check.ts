import { check, nodeHost, shortDiff, type FileState } from "@toolkiln/generator";
import { exitCode } from "../exit-code.js";
import { printJson, tell } from "../output.js";
import { openProject, type GlobalOptions } from "../project.js";
import { countDiagnostics, reportDiagnostics } from "../report.js";

/** Tells whether the bindings are what the manifests ask for. */
export async function checkCommand(options: GlobalOptions): Promise<number> {
  const started = performance.now();
  const project = openProject(options);
  const host = nodeHost(project.root);
  const { models, diagnostics, files } = await check({ host, config: project.config });
  const failed = diagnostics.some(({ severity }) => severity === "error");
  if (options.json === true) {
    const states = files.map(({ path, status }) => ({ path, status: publicStatus(status) }));
    const durationMs = Math.round(performance.now() - started);
    printJson({ diagnostics, files: states, tools: models.length, durationMs });
  } else {
    reportDiagnostics(diagnostics, project);
    for (const file of files) tellDifference(file);
    if (failed) tell(`${countDiagnostics(diagnostics)}.`);
    else if (options.quiet !== true) tell(`${models.length} tools, everything is fresh.`);
  }
  return failed ? exitCode.findings : exitCode.ok;
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
