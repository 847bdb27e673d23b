import { extname } from "node:path";
import { generate, nodeHost, verifyDeterministic, type GenerateResult } from "@toolkiln/generator";
import { implementationFile, openProjects, pathIn, type Project } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { judgeDiagnostics } from "../diagnostics/judge-diagnostics.js";
import { writeOwnSchema } from "../editor-schema.js";
import { count, printJson, tell } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { countDiagnostics, exitCodeOf, hasErrors, inProject, reportDiagnostics } from "../report.js";

/** Options of `toolkiln generate`. */
interface GenerateCommandOptions extends GlobalOptions {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly watch?: boolean;
  readonly verifyDeterministic?: boolean;
}

/** `toolkiln generate` */
export function setupGenerate(command: Command): void {
  command
    .option("--force", "replace files that were edited by hand")
    .option("--dry-run", "tell what would be done")
    .option("--watch", "generate again whenever a manifest changes")
    .option("--verify-deterministic", "generate twice and tell what came out differently");
  addExamples(command, [
    ["generate", "write what the manifests ask for"],
    ["generate --dry-run", "tell what that would be"],
    ["generate --watch", "keep it so while manifests are edited"],
  ]);
  command.action(() => runWith(command, runGenerate));
}

/** Writes the bindings of the manifests, once or after every change. */
async function runGenerate(options: GenerateCommandOptions): Promise<number> {
  if (options.watch !== true) return generateOnce(options);
  const { watchManifests } = await import("../watch-manifests.js");
  await watchManifests(await openProjects(options), async () => {
    await generateOnce(options);
  });
  return exitCode.ok;
}

async function generateOnce(options: GenerateCommandOptions): Promise<number> {
  const started = performance.now();
  const results: GeneratedProject[] = [];
  for (const project of await openProjects(options)) results.push(await generateProject(project, options));
  const diagnostics = results.flatMap((result) => inProject(result.diagnostics, result.project));
  if (options.json === true) {
    const files = results.flatMap(({ project, files: own }) =>
      own.map(({ path, status }) => ({ path: pathIn(project, path), status })),
    );
    const tools = results.reduce((sum, result) => sum + result.tools, 0);
    const renamed = results.flatMap((result) => result.renamed);
    printJson({
      diagnostics,
      files,
      ...(renamed.length > 0 && { renamed }),
      tools,
      durationMs: Math.round(performance.now() - started),
    });
  } else for (const result of results) await tellResult(result, options);
  return exitCodeOf(diagnostics);
}

interface GeneratedProject extends GenerateResult {
  readonly project: Project;
  readonly durationMs: number;
}

async function generateProject(
  project: Project,
  { force = false, dryRun = false, verifyDeterministic: isVerified }: GenerateCommandOptions,
): Promise<GeneratedProject> {
  const started = performance.now();
  const { root, config } = project;
  const host = nodeHost(root);
  const result = await generate({ host, config, force, dryRun });
  if (!dryRun && !hasErrors(result.diagnostics)) await writeOwnSchema(project);
  const varying = isVerified === true ? await verifyDeterministic(host, config) : [];
  const diagnostics = [...judgeDiagnostics(result.diagnostics, project), ...varying];
  return { ...result, project, diagnostics, durationMs: performance.now() - started };
}

async function tellResult(
  result: GeneratedProject,
  { quiet, dryRun, verbose = false }: GenerateCommandOptions,
): Promise<void> {
  const { tools, diagnostics, files, project, durationMs } = result;
  reportDiagnostics(diagnostics, project, { verbose });
  if (hasErrors(diagnostics)) {
    const outcome = files.some(({ status }) => status === "written") ? "Not everything" : "Nothing";
    tell(`${countDiagnostics(diagnostics)}. ${outcome} was written.`);
    return;
  }
  if (quiet === true) return;
  const counts = (["written", "unchanged", "deleted"] as const).map(
    (status) => `${files.filter((file) => file.status === status).length} ${status}`,
  );
  const seconds = (durationMs / 1000).toFixed(2);
  const out = pathIn(project, project.config.out);
  const note = dryRun === true ? " (dry run)" : "";
  tell(`${count(tools, "tool")} → ${out}/   ${counts.join(", ")}   in ${seconds} s${note}`);
  for (const { path, status, isNew } of files) {
    if (status === "written") tell(`  ${isNew === true ? "+" : "~"} ${pathIn(project, path)}`);
    if (status === "deleted") tell(`  - ${pathIn(project, path)} (its manifest is gone)`);
  }
  for (const id of result.gone) await tellGone(id, result);
}

/** What nobody but an author can know: whether a tool was renamed, and what becomes of the body of one that is gone. */
async function tellGone(id: string, { renamed, project }: GeneratedProject): Promise<void> {
  const to = renamed.find(({ from }) => from === id)?.to;
  if (to !== undefined) {
    tell(
      `\`${to}\` looks like the former \`${id}\`. If it is, \`renamedFrom: [${id}]\` in its manifest keeps old calls working.`,
    );
  }
  const body = await implementationFile(project, id);
  if (body === undefined) return;
  const other = pathIn(project, `${project.config.tools}/${to}${extname(body)}`);
  const way = to === undefined ? "Delete it" : `Rename it to ${other}`;
  tell(`${pathIn(project, body)} has no manifest any more. ${way}, if nothing else needs it.`);
}
