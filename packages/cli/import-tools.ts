import { generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import type { ImportPlan, ImportRequest } from "@toolkiln/importer";
import { openProject, type Project } from "@toolkiln/project";
import { ToolProgress } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, exitCode, type OptionsOf, riskLevel } from "./command.js";
import { editorSchemaPath, writeProjectSchema } from "./editor-schema.js";
import { importOptional } from "./optional-package.js";
import { alignColumns, count, note, outputOptions, present, print } from "./output.js";
import { askYesNo } from "./prompts.js";
import { exitCodeOf, hasErrors, isError, reportDiagnostics } from "./report.js";
import { ProgressLine } from "./run/progress-line.js";
import { isInteractive } from "./terminal.js";

/** The flags of every `toolkiln import`. */
export const importFlags = {
  "--yes": "write without asking",
  "--dry-run": "show what would be written",
  "--id <id>": "the id of the tool, when the source has only one",
  "--risk <level>": riskLevel("the risk of tools whose source does not state it (default: medium)"),
} as const;

type ImportOptions = OptionsOf<typeof importFlags>;

/** Reads a source, shows the planned files, and writes them if confirmed. */
export async function importTools(request: ImportRequest, options: ImportOptions): Promise<number> {
  const { id, risk, json } = options;
  const project = await openProject(options);
  const importer = await importOptional("@toolkiln/importer", options);
  const target = { ...project, editorSchema: editorSchemaPath(project.config) };
  const progress = new ProgressLine();
  try {
    progress.update(ToolProgress.message("Reading the source"));
    const plan = await importer.planImport(target, request, {
      ...presentFields({ id, risk }),
      onProgress: (done, total) => progress.update(ToolProgress.items("Checking manifests", done, total)),
    });
    progress.clear();
    if (json !== true) showPlan(plan, project);
    if (plan.files.length === 0 || !(await isWanted(plan, options))) return finish(plan, false, []);
    await writeProjectSchema(project);
    await importer.writeImport(target, plan);
    const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
    const errors = diagnostics.filter(isError);
    if (json !== true) reportDiagnostics(errors, project);
    return finish(plan, true, errors);
  } catch (error) {
    progress.clear();
    if (!(error instanceof importer.SourceError)) throw error;
    const diagnostics = [error.diagnostic];
    present({ tools: [], written: [], diagnostics }, () => reportSource(diagnostics, project));
    return exitCodeOf(diagnostics);
  }
}

/** Shows the table of tools, then what was not imported. */
function showPlan({ tools, diagnostics }: ImportPlan, project: Project): void {
  if (outputOptions().quiet !== true) {
    const rows = tools.map((tool) => [tool.status, tool.id, tool.risk, String(tool.parameters), tool.origin]);
    for (const line of alignColumns([["", "tool", "risk", "parameters", "from"], ...rows])) print(line);
    print("");
  }
  reportSource(diagnostics, project);
}

/** Paths of a source are relative to the working directory, not to the project. */
function reportSource(diagnostics: readonly Diagnostic[], project: Project): void {
  reportDiagnostics(diagnostics, { ...project, prefix: "" });
}

async function isWanted({ files }: ImportPlan, { yes, dryRun, json }: ImportOptions): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  if (json === true || !isInteractive())
    throw new CommandError(`Nothing was written. Pass --yes to write ${count(files.length, "file")}.`);
  return askYesNo(`Write ${count(files.length, "file")}?`);
}

function finish(plan: ImportPlan, isWritten: boolean, errors: readonly Diagnostic[]): number {
  const { tools, packages } = plan;
  const diagnostics = [...plan.diagnostics, ...errors];
  const files = plan.files.map(({ path }) => path);
  present({ tools, files, written: isWritten ? files : [], packages, diagnostics }, () => {
    if (!isWritten) return note("Nothing was written.");
    const fresh = tools.filter(({ status }) => status === "new");
    note(`${count(files.length, "file")} written, bindings generated: ${count(fresh.length, "new tool")}.`);
    if (packages.length > 0) note(`The implementations need: npm install ${packages.join(" ")}`);
    if (fresh[0] !== undefined) note(`Try it: npx toolkiln run ${fresh[0].id} --help`);
  });
  return hasErrors(diagnostics) ? exitCode.diagnostics : exitCode.ok;
}
