import { generate, nodeHost, verifyDeterministic, type GenerateResult } from "@toolkiln/generator";
import { implementationFile, openProjects, pathIn } from "@toolkiln/project";
import { defineCommand, exitCode, type OptionsOf } from "../command.js";
import { reportProjects, type Reported } from "../diagnostics/report-projects.js";
import { writeOwnSchema } from "../editor-schema.js";
import { count, log } from "../output.js";
import { countDiagnostics, hasErrors, reportDiagnostics } from "../report.js";

const flags = {
  "--force": "replace files that were edited by hand",
  "--dry-run": "report what would change and write nothing",
  "--watch": "generate again whenever a manifest changes",
  "--verify-deterministic": "generate twice and report what differs",
} as const;

type GenerateOptions = OptionsOf<typeof flags>;

/** `toolkiln generate` */
export const setup = defineCommand({
  options: flags,
  examples: [
    ["generate", "write the code that the manifests declare"],
    ["generate --dry-run", "report what would change"],
    ["generate --watch", "keep it up to date while you edit manifests"],
  ],
  run: runGenerate,
});

async function runGenerate(options: GenerateOptions): Promise<number> {
  if (options.watch !== true) return generateOnce(options);
  const { watchAndRun } = await import("../watch.js");
  await watchAndRun(await openProjects(options), ["manifests"]);
  return exitCode.ok;
}

function generateOnce(options: GenerateOptions): Promise<number> {
  const { force = false, dryRun = false, json, verifyDeterministic: isVerified } = options;
  return reportProjects(
    { ...options, format: json === true ? "json" : "text", limitsWarnings: false },
    async (project) => {
      const host = nodeHost(project.root);
      const result = await generate({ host, config: project.config, force, dryRun });
      if (!dryRun && !hasErrors(result.diagnostics)) await writeOwnSchema(project);
      const varying = isVerified === true ? await verifyDeterministic(host, project.config) : [];
      return { ...result, diagnostics: [...result.diagnostics, ...varying] };
    },
    async (results, { durationMs }) => {
      for (const result of results) await logResult(result, durationMs, options);
    },
  );
}

async function logResult(
  result: Reported<GenerateResult>,
  durationMs: number,
  { quiet, dryRun, verbose = false }: GenerateOptions,
): Promise<void> {
  const { tools, diagnostics, files, project } = result;
  reportDiagnostics(diagnostics, project, { verbose });
  if (hasErrors(diagnostics)) {
    const outcome = files.some(({ status }) => status === "written") ? "Not everything" : "Nothing";
    log(`${countDiagnostics(diagnostics)}. ${outcome} was written.`);
    return;
  }
  if (quiet === true) return;
  const counts = (["written", "unchanged", "deleted"] as const).map(
    (status) => `${files.filter((file) => file.status === status).length} ${status}`,
  );
  const seconds = (durationMs / 1000).toFixed(2);
  const out = pathIn(project, project.config.out);
  const note = dryRun === true ? " (dry run)" : "";
  log(`${count(tools, "tool")} → ${out}/   ${counts.join(", ")}   in ${seconds} s${note}`);
  for (const { path, status, isNew } of files) {
    if (status === "written") log(`  ${isNew === true ? "+" : "~"} ${pathIn(project, path)}`);
    if (status === "deleted") log(`  - ${pathIn(project, path)} (its manifest is gone)`);
  }
  for (const id of result.gone) await logGone(id, result);
}

/** Asks the author to declare the rename of a removed tool, and to rename or delete its implementation. */
async function logGone(id: string, { project }: Reported<GenerateResult>): Promise<void> {
  log(`\`${id}\` is gone. If it has another id now, \`renamedFrom: [${id}]\` keeps old calls working.`);
  const implementation = await implementationFile(project, id);
  if (implementation !== undefined)
    log(
      `${pathIn(project, implementation)} has no manifest any more. Rename it with the tool, or delete it.`,
    );
}
