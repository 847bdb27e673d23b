import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { generate, nodeHost, verifyDeterministic, type GenerateResult } from "@toolkiln/generator";
import { findImplementation } from "@toolkiln/generator/listing";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { judgeFindings } from "../findings/judge-findings.js";
import { count, printJson, tell } from "../output.js";
import { openProjects, type GlobalOptions, type Project } from "../project.js";
import { countDiagnostics, hasErrors, inProject, reportDiagnostics } from "../report.js";

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
  const { force = false, dryRun = false } = options;
  const results = [];
  for (const project of await openProjects(options)) {
    const { root, config } = project;
    const startedProject = performance.now();
    const host = nodeHost(root);
    const task = { host, config, force, ownsProcess: true };
    const found = await generate({ ...task, dryRun: dryRun || raisesErrors(project) });
    const judged = judgeFindings(found.diagnostics, project);
    const isHeldBack = hasErrors(judged) && !hasErrors(found.diagnostics);
    const result =
      raisesErrors(project) && !dryRun && !hasErrors(judged)
        ? await generate(task)
        : { ...found, files: isHeldBack ? [] : found.files };
    const varying = options.verifyDeterministic === true ? await verifyDeterministic(host, config) : [];
    const durationMs = performance.now() - startedProject;
    results.push({ project, ...result, diagnostics: [...judged, ...varying], durationMs });
  }
  const diagnostics = results.flatMap((result) => inProject(result.diagnostics, result.project));
  if (options.json === true) {
    const files = results.flatMap(({ project: { prefix }, files }) =>
      files.map(({ path, status }) => ({ path: prefix === "" ? path : `${prefix}/${path}`, status })),
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
  } else for (const result of results) tellResult(result, options);
  return hasErrors(diagnostics) ? exitCode.findings : exitCode.ok;
}

/** Whether the configuration makes errors of lesser findings: then nothing may be written before they are known. */
function raisesErrors({ findings }: Project): boolean {
  return Object.values(findings.severities ?? {}).includes("error");
}

function tellResult(
  result: GenerateResult & { readonly project: Project; readonly durationMs: number },
  { quiet, dryRun }: GenerateCommandOptions,
): void {
  const { tools, diagnostics, files, project, durationMs } = result;
  reportDiagnostics(diagnostics, project);
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
  tell(
    `${count(tools, "tool")} → ${project.config.out}/   ${counts.join(", ")}   in ${seconds} s${dryRun === true ? " (dry run)" : ""}`,
  );
  for (const file of files) {
    if (file.status === "written") tell(`  ${file.isNew === true ? "+" : "~"} ${file.path}`);
    if (file.status === "deleted") tell(`  - ${file.path} (its manifest is gone)`);
  }
  for (const line of leftovers(result)) tell(line);
}

/** What nobody but an author can know: whether a tool was renamed, and what becomes of the body of one that is gone. */
function leftovers({ gone, renamed, project }: GenerateResult & { readonly project: Project }): string[] {
  const { root, config } = project;
  const present = new Set(readFolder(join(root, config.tools)).map((name) => `${config.tools}/${name}`));
  return gone.flatMap((id) => {
    const to = renamed.find(({ from }) => from === id)?.to;
    const body = findImplementation(present, config.tools, id);
    const way = to === undefined ? "Delete it" : `Rename it to ${config.tools}/${to}${extname(body ?? "")}`;
    return [
      ...(to === undefined
        ? []
        : [
            `\`${to}\` looks like the former \`${id}\`. If it is, \`renamedFrom: [${id}]\` in its manifest keeps old calls working.`,
          ]),
      ...(body === undefined ? [] : [`${body} has no manifest any more. ${way}, if nothing else needs it.`]),
    ];
  });
}

function readFolder(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
