import { join } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import { divertOutput, log } from "../output.js";
import { hasErrors, reportDiagnostics } from "../report.js";

/** Regenerates and reloads the tools after every change; returns a stop function. */
export async function serveChanges(
  projects: readonly Project[],
  refresh: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { watchFolders } = await import("../watch.js");
  const folders = projects.flatMap(({ root, config }) => [
    join(root, config.manifests),
    join(root, config.tools),
  ]);
  return watchFolders(folders, async () => {
    if (!(await generateAll(projects))) return;
    await divertOutput(refresh);
    log("The tools were loaded again.");
  });
}

/** Generates all projects; reports errors and returns whether there were none. */
async function generateAll(projects: readonly Project[]): Promise<boolean> {
  let succeeded = true;
  for (const project of projects) {
    const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
    if (!hasErrors(diagnostics)) continue;
    reportDiagnostics(diagnostics, project);
    succeeded = false;
  }
  return succeeded;
}
