import { generate, nodeHost, verifyDeterministic, type GenerateResult } from "@toolkiln/generator";
import { openProjects, pathIn } from "@toolkiln/project";
import { defineCommand } from "../command.js";
import { reportProjects, type Reported } from "../diagnostics/report-projects.js";
import { writeProjectSchema } from "../editor-schema.js";
import { count, log, note, outputOptions } from "../output.js";
import { countDiagnostics, hasErrors, reportDiagnostics } from "../report.js";

/** How many changed files are listed without `--verbose`. */
const maxListed = 20;

export const setup = defineCommand({
  options: {
    "--force": "replace files that were edited by hand",
    "--dry-run": "report what would change and write nothing",
    "--watch": "generate again whenever a manifest or the configuration changes",
    "--verify-deterministic": "generate twice and report what differs",
  },
  examples: [
    ["generate", "generate code from all manifests"],
    ["generate --dry-run", "report what would change"],
    ["generate --watch", "keep the generated code up to date while you edit manifests"],
  ],
  async run({ force = false, dryRun = false, watch, verifyDeterministic: verify, ...options }) {
    if (watch === true) {
      const { watchAndRun } = await import("../watch.js");
      return watchAndRun(await openProjects(options), ["manifests"]);
    }
    return reportProjects(
      { ...options, format: options.json === true ? "json" : "text", limitsWarnings: false },
      async (project) => {
        const host = nodeHost(project.root);
        const result = await generate({ host, config: project.config, force, dryRun });
        if (!dryRun && !hasErrors(result.diagnostics)) await writeProjectSchema(project);
        const varying = verify === true ? await verifyDeterministic(host, project.config) : [];
        return { ...result, diagnostics: [...result.diagnostics, ...varying] };
      },
      (results, { durationMs }) => {
        const time = `in ${(durationMs / 1000).toFixed(2)} s${dryRun ? " (dry run)" : ""}`;
        for (const result of results) logResult(result, time);
      },
    );
  },
});

function logResult({ tools, diagnostics, files, project }: Reported<GenerateResult>, time: string): void {
  reportDiagnostics(diagnostics, project);
  if (hasErrors(diagnostics)) {
    const outcome = files.some(({ status }) => status === "written") ? "Not everything" : "Nothing";
    return log(`${countDiagnostics(diagnostics)}. ${outcome} was written.`);
  }
  const counts = (["written", "unchanged", "deleted"] as const).map(
    (status) => `${files.filter((file) => file.status === status).length} ${status}`,
  );
  const out = pathIn(project, project.config.out);
  note(`${count(tools, "tool")} → ${out}/   ${counts.join(", ")}   ${time}`);
  const changed = files.filter(({ status }) => status === "written" || status === "deleted");
  const shown = outputOptions().verbose === true ? changed : changed.slice(0, maxListed);
  for (const { path, status, isNew } of shown) {
    if (status === "deleted") note(`  - ${pathIn(project, path)} (no longer generated)`);
    else note(`  ${isNew === true ? "+" : "~"} ${pathIn(project, path)}`);
  }
  const rest = changed.length - shown.length;
  if (rest > 0) note(`  … and ${count(rest, "more file")} (--verbose lists them)`);
}
