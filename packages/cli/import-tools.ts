import { generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import type * as Importer from "@toolkiln/importer";
import type { ImportPlan, ImportRequest } from "@toolkiln/importer";
import { CommandError, exitCode, type OptionsOf, riskLevel } from "./command.js";
import { editorSchemaPath, writeOwnSchema } from "./editor-schema.js";
import { askYesNo } from "./prompts.js";
import { importOptional } from "./optional-package.js";
import { alignColumns, count, print, printJson, log } from "./output.js";
import { openProject, type Project } from "@toolkiln/project";
import { exitCodeOf, hasErrors, isError, reportDiagnostics } from "./report.js";
import { ProgressLine } from "./run/progress-line.js";
import { isAnimated, isInteractive } from "./terminal.js";

/** The flags of every `toolkiln import`. */
export const importFlags = {
  "--yes": "write without asking",
  "--dry-run": "show what would be written",
  "--id <id>": "the id of the tool, when the source has only one",
  "--risk <level>": riskLevel("the risk of tools whose source does not reveal it (default: medium)"),
} as const;

type ImportOptions = OptionsOf<typeof importFlags>;

/** Reads a source, shows the planned files, and writes them if confirmed. */
export async function importTools(request: ImportRequest, options: ImportOptions): Promise<number> {
  const project = await openProject(options);
  const importer = await importOptional("@toolkiln/importer", options);
  const target = { ...project, editorSchema: editorSchemaPath(project.config) };
  try {
    const plan = await planWithProgress(importer, target, request, options);
    if (options.json !== true) showPlan(plan, project, options);
    if (plan.files.length === 0 || !(await isWanted(plan, options))) return finish(plan, false, [], options);
    await writeOwnSchema(project);
    await importer.writeImport(target, plan);
    const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
    const errors = diagnostics.filter(isError);
    if (options.json !== true) reportDiagnostics(errors, project, options);
    return finish(plan, true, errors, options);
  } catch (error) {
    if (!(error instanceof importer.SourceError)) throw error;
    if (options.json === true) printJson({ tools: [], written: [], diagnostics: [error.diagnostic] });
    else reportSource([error.diagnostic], project, options);
    return exitCodeOf([error.diagnostic]);
  }
}

async function planWithProgress(
  importer: typeof Importer,
  project: Project & { readonly editorSchema: string },
  request: ImportRequest,
  { id, risk, verbose = false }: ImportOptions,
): Promise<ImportPlan> {
  const progress = new ProgressLine({ animated: isAnimated(), verbose });
  try {
    progress.update({ message: "Reading the source" });
    return await importer.planImport(project, request, {
      ...(id !== undefined && { id }),
      ...(risk !== undefined && { risk }),
      onProgress: (itemsProcessed, totalItems) =>
        progress.update({ message: "Checking manifests", itemsProcessed, totalItems }),
    });
  } finally {
    progress.clear();
  }
}

/** Shows the table of tools, then what was not imported. */
function showPlan({ tools, diagnostics }: ImportPlan, project: Project, options: ImportOptions): void {
  if (options.quiet !== true) {
    const rows = tools.map((tool) => [tool.status, tool.id, tool.risk, String(tool.parameters), tool.origin]);
    for (const line of alignColumns([["", "tool", "risk", "parameters", "from"], ...rows])) print(line);
    print("");
  }
  reportSource(diagnostics, project, options);
}

/** Paths of a source are relative to the working directory, not to the project. */
function reportSource(diagnostics: readonly Diagnostic[], project: Project, options: ImportOptions): void {
  reportDiagnostics(diagnostics, { ...project, prefix: "" }, options);
}

async function isWanted({ files }: ImportPlan, { yes, dryRun, json }: ImportOptions): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  if (json === true || !isInteractive())
    throw new CommandError(`Nothing was written. Pass --yes to write ${count(files.length, "file")}.`);
  return askYesNo(`Write ${count(files.length, "file")}?`);
}

function finish(
  { tools, files, packages, diagnostics }: ImportPlan,
  isWritten: boolean,
  errors: readonly Diagnostic[],
  { json, quiet }: ImportOptions,
): number {
  const all = [...diagnostics, ...errors];
  const planned = files.map(({ path }) => path);
  if (json === true)
    printJson({ tools, files: planned, written: isWritten ? planned : [], packages, diagnostics: all });
  else if (quiet !== true && !isWritten) log("Nothing was written.");
  else if (quiet !== true) {
    const fresh = tools.filter(({ status }) => status === "new");
    log(`${count(files.length, "file")} written, bindings generated: ${count(fresh.length, "new tool")}.`);
    if (packages.length > 0) log(`The implementations need: npm install ${packages.join(" ")}`);
    if (fresh[0] !== undefined) log(`Try it: npx toolkiln run ${fresh[0].id} --help`);
  }
  return hasErrors(all) ? exitCode.diagnostics : exitCode.ok;
}
