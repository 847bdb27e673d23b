import { generate, nodeHost } from "@toolkiln/generator";
import { exitCode } from "../exit-code.js";
import { printJson, tell } from "../output.js";
import { openProject, type GlobalOptions } from "../project.js";
import { countDiagnostics, reportDiagnostics } from "../report.js";

/** Options of `toolkiln generate`. */
export interface GenerateCommandOptions extends GlobalOptions {
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** Writes the bindings of the manifests. */
export async function generateCommand(options: GenerateCommandOptions): Promise<number> {
  const started = performance.now();
  const project = openProject(options);
  const { config, root } = project;
  const { force = false, dryRun = false } = options;
  const { models, diagnostics, files } = await generate({ host: nodeHost(root), config, force, dryRun });
  const durationMs = Math.round(performance.now() - started);
  const failed = diagnostics.some(({ severity }) => severity === "error");
  if (options.json === true) {
    const states = files.map(({ path, status }) => ({ path, status }));
    printJson({ diagnostics, files: states, tools: models.length, durationMs });
  } else {
    reportDiagnostics(diagnostics, project);
    const outcome = files.some(({ status }) => status === "written") ? "Not everything" : "Nothing";
    if (failed) tell(`${countDiagnostics(diagnostics)}. ${outcome} was written.`);
    else if (options.quiet !== true) {
      const count = (status: string) => files.filter((file) => file.status === status).length;
      const counts = (["written", "unchanged", "deleted"] as const).map(
        (status) => `${count(status)} ${status}`,
      );
      const seconds = (durationMs / 1000).toFixed(2);
      tell(
        `${models.length} tools → ${config.out}/   ${counts.join(", ")}   in ${seconds} s${dryRun ? " (dry run)" : ""}`,
      );
      for (const file of files) {
        if (file.status === "written") tell(`  + ${file.path}`);
        if (file.status === "deleted") tell(`  - ${file.path} (its manifest is gone)`);
      }
    }
  }
  return failed ? exitCode.findings : exitCode.ok;
}
