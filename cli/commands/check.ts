import { check, nodeHost } from "@toolkiln/generator";
import { exitCode } from "../exit-code.js";
import { printJson, tell } from "../output.js";
import { openProject, type GlobalOptions } from "../project.js";
import { countDiagnostics, reportDiagnostics } from "../report.js";

/** Tells whether the bindings are what the manifests ask for. */
export async function checkCommand(options: GlobalOptions): Promise<number> {
  const started = performance.now();
  const project = openProject(options);
  const { models, diagnostics, files } = await check({
    host: nodeHost(project.root),
    config: project.config,
  });
  const failed = diagnostics.some(({ severity }) => severity === "error");
  if (options.json === true) {
    const states = files.map(({ path, status }) => ({
      path,
      status: status === "fresh" ? "unchanged" : status,
    }));
    const durationMs = Math.round(performance.now() - started);
    printJson({ diagnostics, files: states, tools: models.length, durationMs });
  } else {
    reportDiagnostics(diagnostics, project);
    if (failed) tell(`${countDiagnostics(diagnostics)}.`);
    else if (options.quiet !== true) tell(`${models.length} tools, everything is fresh.`);
  }
  return failed ? exitCode.findings : exitCode.ok;
}
